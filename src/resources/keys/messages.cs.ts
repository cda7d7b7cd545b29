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
    ends_at: 'Končí',
  },
  errors: { nameTaken: 'Tento název má jiný klíč' },
  id: 'ID',
  details: 'Klíč',
  allDevices: 'Žádné: všechna zařízení',
  create: { title: 'Vytvořit klíč', submit: 'Vytvořit klíč', done: 'Klíč vytvořen' },
  edit: { done: 'Klíč upraven' },
  delete: {
    title: 'Smazat klíč %{name}?',
    text: 'Programy, které ho používají, budou ihned odmítnuty. Tuto akci nelze vrátit zpět.',
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
  use: {
    guideTitle: 'Jak použít klíč',
    guide:
      'Nastavte proměnnou prostředí %{variable} na klíč. Programy s ním volají API, například pro výpis prvních zařízení.',
    title: 'Použití klíče',
    text: 'Spusťte některý z těchto příkazů v terminálu. Kdo má token, může vše, co smí klíč.',
    hidden: 'Příkazy s tokenem uvidíte, když si token zobrazíte.',
    show: 'Zobrazit token',
    try: 'Vyzkoušet klíč',
    trying: 'Volá se…',
    answer: 'Odpověď',
    status: 'Stav %{status}, %{time} ms',
    worked: 'Klíč funguje.',
    refused: 'Server volání odmítl.',
  },
  duplicate: {
    button: 'Duplikovat…',
    title: 'Duplikovat klíč %{name}',
    text: 'Nový klíč má vlastní token a stejná oprávnění a štítky. Předejte ho programům, dokud platí oba.',
    ends: '%{name} končí',
    endsNew: 'Nový klíč končí',
    submit: 'Vytvořit klíč',
    done: 'Klíč vytvořen',
  },
  rotate: {
    button: 'Vyměnit token',
    title: 'Vyměnit token klíče %{name}?',
    text: 'Dosavadní token hned přestane platit. Programy, které ho používají, budou odmítány, dokud nedostanou nový.',
    done: 'Token vyměněn',
  },
}
export default messages
