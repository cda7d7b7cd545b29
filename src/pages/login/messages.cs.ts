import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Přihlášení do služby %{product}',
  hint: 'Použijte přihlašovací údaje svého stávajícího účtu %{product}.',
  email: 'E-mail',
  password: 'Heslo',
  passwordAgain: 'Heslo znovu',
  showPassword: 'Zobrazit heslo',
  remember: 'Zapamatovat si mě',
  forgot: 'Zapomněli jste heslo?',
  submit: 'Přihlásit se',
  submitting: 'Přihlašování…',
  signUp: 'Vytvořit účet',
  noAccount: 'Jste tu poprvé?',
  or: 'nebo',
  withProvider: 'Pokračovat přes %{provider}',
  legacy: 'Otevřít starší verzi cloudu',
  errors: {
    title: 'Přihlášení se nezdařilo',
    email: 'Zadejte platný e-mail',
    password: 'Zadejte heslo',
    passwordLength: 'Heslo musí mít alespoň 5 znaků',
    passwordsDiffer: 'Hesla se neshodují',
    credentials: 'Neplatný e-mail nebo heslo',
    notVerified: 'E-mail není ověřen',
    notVerifiedHint: 'Otevřete odkaz v nejnovějším e-mailu od nás a přihlaste se znovu.',
  },
  back: 'Zpět na přihlášení',
  error: 'Chyba',
  somethingWrong: 'Něco se nepovedlo. Zkuste to prosím později.',
  notOffered: 'Tato e-mailová adresa není registrovaná, nebo server tuto možnost nepodporuje.',
  forgotten: {
    title: 'Zapomenuté heslo',
    hint: 'Pošleme vám e-mail s odkazem pro nastavení nového hesla.',
    submit: 'Odeslat e-mail',
    done: 'E-mail pro obnovení hesla byl odeslán. Zkontrolujte prosím svou schránku.',
  },
  reset: {
    title: 'Nastavení nového hesla',
    submit: 'Nastavit heslo',
    done: 'Heslo bylo úspěšně změněno. Přihlaste se prosím.',
    failed: 'Obnovení hesla se nezdařilo. Zkuste to prosím s novou žádostí.',
    invalidLink: 'Neplatný odkaz pro obnovení hesla. Zkuste to prosím znovu.',
  },
  signUpPage: {
    title: 'Vytvoření účtu',
    done: 'Váš účet byl vytvořen. Přihlaste se prosím.',
    verify: 'Nejdřív otevřete odkaz v e-mailu, který jsme vám právě poslali.',
    mayVerify: 'Pokud vám právě přišel e-mail s odkazem, otevřete nejdřív tento odkaz.',
    byInvitation: 'Účty vznikají jen pozváním. Požádejte o pozvánku někoho, kdo účet má.',
    deadLink:
      'Tento odkaz už neplatí. Požádejte toho, kdo vás pozval, o nový. Pokud už účet máte, přihlaste se.',
  },
  recovery: {
    title: 'Cesta zpět pro správce',
    failed: 'Přihlášení se nezdařilo. Vypište si nový odkaz v příkazovém řádku serveru.',
  },
  verification: {
    title: 'Ověření e-mailu',
    success: 'Vaše e-mailová adresa je ověřena. Nyní se můžete přihlásit.',
    error: 'Ověření se nezdařilo. Odkaz může být neúplný nebo už byl použit.',
  },
  setup: {
    title: 'Vytvoření prvního správce',
    hint: 'Tento server zatím nemá správce systému. Odkaz funguje jen jednou.',
    submit: 'Vytvořit správce',
    noToken: 'Odkaz není úplný. Otevřete ho přesně tak, jak ho server vypsal.',
    failed: 'Správce nebyl vytvořen',
    done: 'Správce byl vytvořen',
  },
}
export default messages
