import type { Translated } from '../../i18n/catalogs'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Konektory',
  entity: { many: 'žádné konektory', first: 'svůj první konektor' },
  name: 'Název',
  id: 'Id',
  state: 'Stav',
  enabled: 'Zapnutý',
  disabled: 'Vypnutý',
  type: 'Typ',
  types: { webhook: 'Webhook', pull: 'Pull', data: 'Data' },
  direction: 'Směr',
  triggersLabel: 'Spouštěče',
  triggers: { stats: 'Statistiky', codec: 'Kodek' },
  tags: 'Štítky',
  created: 'Vytvořeno',
  details: 'Konektor',
  transformation: 'Transformace',
  NO_TAGS_CONNECTOR:
    'Tento konektor nemá žádný štítek, takže se k němu nedostane žádná zpráva. Přidejte mu štítek, který mají vaše zařízení.',
  actions: { detail: 'Podrobnosti konektoru %{name}', edit: 'Upravit %{name}' },
  create: {
    label: 'Vytvořit konektor',
    title: 'Nový konektor',
    done: 'Konektor byl vytvořen',
  },
  tabs: {
    title: 'Části konektoru',
    details: 'Podrobnosti',
    preview: 'Náhled',
    advanced: 'Pokročilé',
    error: 'Něco zde není v pořádku',
  },
  form: {
    triggersHint: 'Předávají se zprávy těchto typů, jejichž zařízení má s konektorem společný štítek.',
    transformationHint: 'Funkce main(job) vrací požadavek k odeslání, nebo null, když se nemá odeslat nic.',
  },
  delays: {
    label: 'Prodlevy opakování',
    hint: 'Jak dlouho čekat před každým opakováním doručení, které selhalo, například 30s, 10m, 1h 30m nebo 1d.',
    row: 'Prodleva před opakováním %{number}',
    add: 'Přidat opakování',
    remove: 'Odebrat opakování %{number}',
    moveUp: 'Posunout opakování %{number} nahoru',
    moveDown: 'Posunout opakování %{number} dolů',
    none: 'Bez opakování: když první pokus selže, doručení se vzdá.',
    total:
      '%{smart_count} opakování; konec po %{total} |||| %{smart_count} opakování; konec po %{total} |||| %{smart_count} opakování; konec po %{total}',
  },
  errors: {
    nameRequired: 'Zadejte název',
    nameTaken: 'Tento název má jiný konektor',
    duration: 'Napište číslo s d, h, m nebo s, například 10m',
    delay: 'Nejvýše 30 dní',
    transformation: 'Nejvýše 64 kB',
  },
  delete: {
    title: 'Smazat konektor %{name}?',
    text: 'Přestane předávat zprávy a záznamy o jeho doručeních se smažou s ním. Tuto akci nelze vzít zpět.',
    done: 'Konektor byl smazán',
  },
  notFound: {
    title: 'Konektor nenalezen',
    text: 'Možná byl smazán, nebo patří do jiného prostoru.',
    back: 'Zpět na konektory',
  },
}
export default messages
