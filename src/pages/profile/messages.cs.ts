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
  timezone: {
    hint: 'Hledejte podle města, země nebo posunu, například Praha nebo +02:00. Tento prohlížeč je v pásmu %{zone}.',
    none: 'Takové časové pásmo tu není. Zkuste město nebo posun, třeba +02:00.',
  },
  emailIsFixed: 'E-mailovou adresu nelze změnit.',
  authentications: {
    title: 'Způsoby přihlášení',
    table: 'Připojené identity',
    add: 'Přidat',
    addTitle: 'Přidání způsobu přihlášení',
    addHint:
      'Přihlaste se u poskytovatele v samostatném okně. Pak se přes něj budete moci přihlašovat i zde.',
    noProviders: 'Tento server nemá žádného externího poskytovatele identit.',
    waiting: 'Dokončete přihlášení v okně, které se otevřelo.',
    empty: 'K vašemu účtu není připojena žádná identita.',
    provider: 'Poskytovatel',
    login: 'Přihlašovací jméno',
    identity: 'Identita',
    linkedAt: 'Připojeno',
    delete: 'Odstranit',
    deleteOf: 'Odstranit způsob přihlášení %{name}',
    deleteTitle: 'Odstranit tento způsob přihlášení?',
    deleteText: 'Přes %{name} se už nebudete moci přihlásit.',
    added: 'Způsob přihlášení přidán',
    deleted: 'Způsob přihlášení odstraněn',
    blocked: 'Prohlížeč okno zablokoval. Povolte pro tuto stránku vyskakovací okna a zkuste to znovu.',
    closed: 'Okno bylo zavřeno před dokončením přihlášení.',
  },
  security: { title: 'Zabezpečení' },
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
