import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'žádné klíče', first: 'svůj první klíč' },
  fields: {
    name: 'Název',
    id: 'Token',
    tags: 'Štítky',
    created_at: 'Vytvořeno',
    permissions: 'Oprávnění',
  },
  id: 'ID',
  details: 'Klíč',
  allDevices: 'Žádné: dosáhne na všechna zařízení',
  create: { title: 'Nový klíč', submit: 'Vytvořit klíč', done: 'Klíč vytvořen' },
  edit: { done: 'Klíč upraven' },
  delete: {
    title: 'Smazat klíč %{name}?',
    text: 'Vše, co ho používá, bude okamžitě odmítnuto. Tuto akci nelze vrátit zpět.',
    done: 'Klíč smazán',
  },
  notFound: {
    title: 'Klíč nenalezen',
    text: 'Možná byl smazán, nebo patří do jiného prostoru.',
    back: 'Zpět na klíče',
  },
  usage: {
    lastUsed: 'Naposledy použit',
    from: 'z adresy %{address}',
    calls: 'Volání za 24\u00a0h',
    warnings: 'Upozornění',
    never: 'Nikdy nepoužit',
    neverText: 'Tento klíč nebyl nikdy použit. Pokud ho nic nepotřebuje, smažte ho.',
    unused:
      '%{smart_count} nevyužité oprávnění |||| %{smart_count} nevyužitá oprávnění |||| %{smart_count} nevyužitých oprávnění',
    unusedText:
      'Za posledních %{days} dní tento klíč nepotřeboval toto oprávnění: |||| Za posledních %{days} dní tento klíč nepotřeboval tato oprávnění: |||| Za posledních %{days} dní tento klíč nepotřeboval tato oprávnění:',
    unusedSoFar:
      'Tento klíč zatím nepotřeboval toto oprávnění: |||| Tento klíč zatím nepotřeboval tato oprávnění: |||| Tento klíč zatím nepotřeboval tato oprávnění:',
    takeAway: 'Odebrat ho |||| Odebrat je |||| Odebrat je',
  },
  permissions: {
    search: 'Hledat oprávnění',
    noMatch: 'Hledání neodpovídá žádné oprávnění',
    presets: 'Předvolby',
    preset: {
      readEverything: 'Číst vše',
      readMessages: 'Číst jen zprávy',
      sendDownlinks: 'Posílat zprávy do zařízení',
      manageDevices: 'Spravovat zařízení',
    },
    groups: {
      device: 'Zařízení',
      config: 'Konfigurační zprávy',
      downlink: 'Datové zprávy',
      firmware: 'Aktualizace firmwaru',
      shell: 'Příkazy shellu',
      message: 'Zprávy',
      tag: 'Štítky',
      connector: 'Konektory',
      user: 'Uživatelé',
      key: 'Klíče',
      others: 'Tato konzole je nezná',
    },
    verbs: {
      create: 'Vytvářet',
      read: 'Číst',
      update: 'Měnit',
      delete: 'Mazat',
      send: 'Posílat',
      cancel: 'Rušit',
    },
  },
  may: {
    do: 'Smí %{verbs} %{things}.',
    send: 'Smí %{verbs} %{things} pro %{devices}.',
    notChange: 'Nesmí nic měnit.',
    nothing: 'Nesmí nic.',
    others:
      'Má %{smart_count} oprávnění, které tato konzole nezná. |||| Má %{smart_count} oprávnění, která tato konzole nezná. |||| Má %{smart_count} oprávnění, která tato konzole nezná.',
    verbs: {
      create: 'vytvářet',
      read: 'číst',
      update: 'měnit',
      delete: 'mazat',
      send: 'posílat',
      cancel: 'rušit',
    },
    things: {
      device: 'zařízení',
      config: 'konfigurační zprávy',
      downlink: 'datové zprávy',
      firmware: 'aktualizace firmwaru',
      shell: 'příkazy shellu',
      message: 'zprávy',
      tag: 'štítky',
      connector: 'konektory',
      user: 'uživatele',
      key: 'klíče',
    },
    tagged: {
      device: 'zařízení se štítkem %{tags}',
      message: 'zprávy zařízení se štítkem %{tags}',
      both: 'zařízení se štítkem %{tags} a jejich zprávy',
    },
  },
  use: {
    title: 'Použití klíče',
    text: 'Spusťte některý z těchto příkazů v terminálu. Kdo má token, může vše, co smí klíč.',
    try: 'Vyzkoušet klíč',
    trying: 'Volá se…',
    answer: 'Odpověď',
    status: 'Stav %{status}, %{time} ms',
    worked: 'Klíč funguje.',
    refused: 'Server volání odmítl.',
  },
}
export default messages
