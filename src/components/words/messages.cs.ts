import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  person: {
    email: 'E-mail',
    firstname: 'Jméno',
    lastname: 'Příjmení',
    middlename: 'Prostřední jméno',
    company: 'Firma',
    timezone: 'Časové pásmo',
  },
  password: 'Heslo',
  roles: { user: 'Uživatel', admin: 'Správce', own: 'Vlastní oprávnění' },
  member: {
    role: 'Role v prostoru',
    status: 'Stav pozvánky',
    id: 'Identifikátor',
    ends: 'Končí',
    tags: 'Omezení na štítky',
    permissions: 'Oprávnění',
  },
  identity: {
    provider: 'Poskytovatel',
    identity: 'Identita',
    login: 'Přihlašovací jméno',
  },
  session: {
    signedIn: 'Přihlášení %{method}',
    methods: {
      password: 'heslem',
      passkey: 'přístupovým klíčem',
      provider: 'přes %{provider}',
      link: 'jednorázovým odkazem',
    },
    address: 'Síťová adresa',
  },
  message: {
    type: 'Typ',
    downState: 'Stav',
    device: 'Zařízení',
    format: 'Formát',
  },
  firmware: {
    target: 'Cíl',
    state: 'Stav',
    states: {
      scheduled: 'Naplánováno',
      downloading: 'Stahuje se',
      swapping: 'Vyměňuje se',
      succeeded: 'Dokončeno',
      failed: 'Selhalo',
      canceled: 'Zrušeno',
    },
  },
  connector: {
    state: 'Stav',
    disabled: 'Vypnutý',
    states: { paused: 'Pozastavený', waiting: 'Čeká na příjemce', stopped: 'Zastavený' },
    until: 'Pozastaven do',
    secret: 'Podpisový klíč',
    twiceUntil: 'Předchozí klíč platí do',
  },
  settings: {
    secondFactor: 'Druhý faktor',
    spaces: 'Prostorů na účet',
  },
  sim: {
    state: 'Stav',
    profile: 'Profil',
    attr1: 'Atribut 1',
    attr2: 'Atribut 2',
  },
}
export default messages
