import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Profil a nastavení',
  tabs: { profile: 'Profil', settings: 'Nastavení' },
  fields: {
    email: 'E-mail',
    firstname: 'Jméno',
    lastname: 'Příjmení',
    middlename: 'Prostřední jméno',
    company: 'Firma',
    timezone: 'Časové pásmo',
  },
  emailIsFixed: 'E-mailovou adresu nelze změnit.',
  security: {
    title: 'Zabezpečení',
    password: {
      title: 'Heslo',
      hint: 'Nastavením hesla budete všude jinde odhlášeni a pošleme vám o tom e-mail.',
      current: 'Současné heslo',
      password: 'Nové heslo',
      again: 'Nové heslo znovu',
      submit: 'Nastavit heslo',
      done: 'Heslo bylo nastaveno. Všude jinde jste odhlášeni.',
      missing: 'Zadejte heslo',
      short: 'Heslo musí mít alespoň 5 znaků',
      wrong: 'Současné heslo není správné',
      differ: 'Hesla se neshodují',
    },
    sessions: {
      title: 'Kde jste přihlášeni',
      onSystem: '%{browser}, %{system}',
      unknown: 'Neznámý program',
      current: 'Toto zařízení',
      signedIn: 'Přihlášení %{method}',
      methods: {
        password: 'heslem',
        passkey: 'přístupovým klíčem',
        provider: 'přes %{provider}',
        link: 'jednorázovým odkazem',
      },
      address: 'Síťová adresa',
      lastUsed: 'Naposledy použito',
      now: 'nyní',
      onlyThis: 'Nikde jinde přihlášeni nejste.',
      showAll: 'Zobrazit všech %{count}',
      end: 'Ukončit',
      endOf: 'Ukončit přihlášení: %{name}',
      ended: 'Odhlášeno: %{name}',
      endOthers: 'Odhlásit všude jinde',
      endOthersTitle: 'Odhlásit všude jinde?',
      endOthersText:
        'Všechny ostatní prohlížeče a programy se budou muset přihlásit znovu. Zde zůstanete přihlášeni a API klíče platí dál.',
      endedOthers: 'Všude jinde jste odhlášeni',
    },
  },
  errors: { firstname: 'Jméno je povinné', lastname: 'Příjmení je povinné' },
  settings: {
    darkMode: 'Tmavý režim',
    language: 'Preferovaný jazyk',
    thinMode: 'Kompaktní režim',
    thinModeHelp: 'Řádky tabulek zaberou méně místa.',
    shortcuts: 'Jednopísmenné zkratky',
    shortcutsHelp: 'Například c nebo ?, když právě nepíšete.',
    local: 'Nastavení platí okamžitě a ukládá se v tomto prohlížeči.',
  },
}
export default messages
