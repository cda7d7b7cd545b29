import type { Language } from '#contract/common'

interface Invited {
  space: string
  product: string
  /** E-mail address of who invites; null when a key did it. */
  sender: string | null
}

const en = {
  invitation: {
    subject: ({ space, product }: Invited) => `Invitation to the space ${space} in ${product}`,
    text: ({ space, product, sender }: Invited) =>
      sender === null
        ? `You are invited to the space ${space} in ${product}.`
        : `${sender} invites you to the space ${space} in ${product}.`,
    ofNewPerson: { hint: 'Choose a password to join.', action: 'Choose a password' },
    ofAccount: {
      hint: 'You have an account with this e-mail address already. Sign in and accept the invitation.',
      action: 'Sign in',
    },
    ignore: 'If you did not expect this invitation, ignore this e-mail.',
  },
  verification: {
    subject: (product: string) => `Verify your e-mail address for ${product}`,
    text: (product: string) =>
      `Somebody chose a password for the account with your e-mail address in ${product}.`,
    hint: 'If it was you, verify the address.',
    action: 'Verify the address',
    ignore: 'If it was not you, do not open the link: without it nobody can use the account.',
  },
  expires: (time: string) => `The link works once, until ${time}.`,
}

/** The texts of e-mails. */
export type MailTexts = typeof en

const cs: MailTexts = {
  invitation: {
    subject: ({ space, product }) => `Pozvánka do prostoru ${space} v ${product}`,
    text: ({ space, product, sender }) =>
      sender === null
        ? `Zveme vás do prostoru ${space} v ${product}.`
        : `${sender} vás zve do prostoru ${space} v ${product}.`,
    ofNewPerson: { hint: 'Pro vstup si zvolte heslo.', action: 'Zvolit heslo' },
    ofAccount: {
      hint: 'S touto e-mailovou adresou už účet máte. Přihlaste se a pozvánku přijměte.',
      action: 'Přihlásit se',
    },
    ignore: 'Pokud jste pozvánku nečekali, tento e-mail ignorujte.',
  },
  verification: {
    subject: (product) => `Ověření vaší e-mailové adresy pro ${product}`,
    text: (product) => `Někdo zvolil heslo k účtu s vaší e-mailovou adresou v ${product}.`,
    hint: 'Pokud jste to byli vy, adresu ověřte.',
    action: 'Ověřit adresu',
    ignore: 'Pokud jste to nebyli vy, odkaz neotvírejte: bez něj účet nemůže nikdo používat.',
  },
  expires: (time) => `Odkaz funguje jednou, do ${time}.`,
}

export const MAIL_TEXTS: Record<Language, MailTexts> = { en, cs }
