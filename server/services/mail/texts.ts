import type { Language } from '#contract/common'

interface Invited {
  space: string
  product: string
  /** E-mail address of the person who invites; null for a key. */
  sender: string | null
}

/** What an e-mail says, besides its link and until when it works. */
export interface Words {
  subject: string
  lines: string[]
  /** What the link does. */
  action: string
  /** What to do when the e-mail was not expected. */
  ignore: string
}

const en = {
  invitation: ({ space, product, sender }: Invited): Words => ({
    subject: `Invitation to the space ${space} in ${product}`,
    lines: [
      sender === null
        ? `You are invited to the space ${space} in ${product}.`
        : `${sender} invites you to the space ${space} in ${product}.`,
      'Open the invitation to join. If you have no account yet, you choose a password there.',
    ],
    action: 'Open the invitation',
    ignore: 'If you did not expect this invitation, ignore this e-mail.',
  }),
  verification: (product: string): Words => ({
    subject: `Verify your e-mail address for ${product}`,
    lines: [
      `Somebody signed up for ${product} with your e-mail address.`,
      'If it was you, verify the address. Then you can sign in.',
    ],
    action: 'Verify the address',
    ignore: 'If it was not you, do not open the link: without it nobody can use the account.',
  }),
  reset: (product: string): Words => ({
    subject: `Set a new password for ${product}`,
    lines: [
      `Somebody asked to set a new password for the account with your e-mail address in ${product}.`,
      'If it was you, choose a new password. You will be signed out everywhere.',
    ],
    action: 'Set a new password',
    ignore: 'If it was not you, ignore this e-mail: your password stays as it is.',
  }),
  registered: (product: string): Words => ({
    subject: `You already have an account in ${product}`,
    lines: [
      `Somebody tried to register in ${product} with your e-mail address, but you already have an account there. Nothing was changed.`,
      'If it was you, sign in. If you do not know the password, choose “Forgot password?” there.',
    ],
    action: 'Sign in',
    ignore: 'If it was not you, ignore this e-mail.',
  }),
  passwordChanged: (product: string): Words => ({
    subject: `Your password for ${product} was changed`,
    lines: [
      `The password of the account with your e-mail address in ${product} was changed.`,
      'If it was you, there is nothing to do. If it was not you, set a new password at once: it signs out everybody who uses the account.',
    ],
    action: 'Set a new password',
    ignore: 'We send this e-mail whenever your password changes.',
  }),
  expires: (time: string) => `The link works once, until ${time}.`,
}

/** The texts of e-mails. */
export type MailTexts = typeof en

const cs: MailTexts = {
  invitation: ({ space, product, sender }) => ({
    subject: `Pozvánka do prostoru ${space} v aplikaci ${product}`,
    lines: [
      sender === null
        ? `Byli jste pozváni do prostoru ${space} v aplikaci ${product}.`
        : `${sender} vás zve do prostoru ${space} v aplikaci ${product}.`,
      'Otevřete pozvánku a přijměte ji. Pokud ještě nemáte účet, zvolíte si v ní heslo.',
    ],
    action: 'Otevřít pozvánku',
    ignore: 'Pokud jste pozvánku nečekali, tento e-mail ignorujte.',
  }),
  verification: (product) => ({
    subject: `Ověření vaší e-mailové adresy pro aplikaci ${product}`,
    lines: [
      `Někdo se zaregistroval v aplikaci ${product} s vaší e-mailovou adresou.`,
      'Pokud jste to byli vy, adresu ověřte. Pak se můžete přihlásit.',
    ],
    action: 'Ověřit adresu',
    ignore: 'Pokud jste to nebyli vy, odkaz neotvírejte: bez něj účet nemůže nikdo používat.',
  }),
  reset: (product) => ({
    subject: `Nastavení nového hesla pro aplikaci ${product}`,
    lines: [
      `Někdo požádal o nastavení nového hesla k účtu s vaší e-mailovou adresou v aplikaci ${product}.`,
      'Pokud jste to byli vy, zvolte si nové heslo. Všude budete odhlášeni.',
    ],
    action: 'Nastavit nové heslo',
    ignore: 'Pokud jste to nebyli vy, tento e-mail ignorujte: vaše heslo se nezmění.',
  }),
  registered: (product) => ({
    subject: `V aplikaci ${product} už účet máte`,
    lines: [
      `Někdo se pokusil zaregistrovat v aplikaci ${product} s vaší e-mailovou adresou, účet tam ale už máte. Nic se nezměnilo.`,
      'Pokud jste to byli vy, přihlaste se. Jestli heslo neznáte, zvolte tam „Zapomenuté heslo?“.',
    ],
    action: 'Přihlásit se',
    ignore: 'Pokud jste to nebyli vy, tento e-mail ignorujte.',
  }),
  passwordChanged: (product) => ({
    subject: `Vaše heslo pro aplikaci ${product} bylo změněno`,
    lines: [
      `Heslo k účtu s vaší e-mailovou adresou v aplikaci ${product} bylo změněno.`,
      'Pokud jste to byli vy, nemusíte nic dělat. Pokud jste to nebyli vy, nastavte si hned nové heslo: odhlásí všechny, kdo účet používají.',
    ],
    action: 'Nastavit nové heslo',
    ignore: 'Píšeme vám při každé změně hesla.',
  }),
  expires: (time) => `Odkaz funguje jednou, do ${time}.`,
}

export const MAIL_TEXTS: Record<Language, MailTexts> = { en, cs }
