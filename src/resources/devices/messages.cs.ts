import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'žádná zařízení', first: 'první zařízení' },
  fields: {
    name: 'Název',
    contact: 'Stav',
    configuration: 'Konfigurace',
    comment: 'Komentář',
    id: 'ID',
    tags: 'Štítky',
    label: 'Popisky',
    serial_number: 'Sériové číslo',
    token: 'Přiřazovací token',
    last_seen: 'Poslední kontakt',
    session_id: 'Relace',
    created_at: 'Vytvořeno',
    firmware: 'Firmware',
    external_id: 'Externí ID',
    config_hash: 'Hash konfigurace',
    decoder_hash: 'Hash dekodéru',
    encoder_hash: 'Hash enkodéru',
    moved_at: 'Přesunuto',
  },
  configured: {
    states: {
      none: 'Nic se nepožaduje',
      as_wished: 'Podle požadavku',
      waiting: 'Čeká',
      differs: 'Liší se',
    },
    waitingSince: 'Čeká od %{time}',
    differs:
      'Liší se: %{smart_count} nastavení |||| Liší se: %{smart_count} nastavení |||| Liší se: %{smart_count} nastavení',
  },
  search: 'Hledat',
  condition: 'Podmínka',
  movedElsewhere: 'Přesunutá do jiného prostoru',
  lastValue: 'Poslední hodnota',
  valuesFailed: 'Hodnoty se nepodařilo načíst.',
  noSession: 'žádná',
  tokenIs: 'Je na štítku zařízení nebo v jeho QR kódu; zde se nezobrazuje',
  actions: {
    messages: 'Zprávy zařízení %{name}',
    console: 'Konzole zařízení %{name}',
    allMessages: 'Zprávy',
    openConsole: 'Konzole',
    mute: 'Ztlumit upozornění',
    createMessage: 'Vytvořit zprávu',
    bundle: 'Balíček pro podporu',
    bundleDone: 'Balíček pro podporu uložen',
    print: 'Vytisknout',
    replace: 'Vyměnit hardware',
  },
  first: {
    title: 'Odeslat první zprávu',
    hint: 'Z tohoto zařízení zatím nic nepřišlo. Posílá se sériovým číslem a přiřazovacím tokenem: místo %{token} doplňte jeho token.',
  },
  create: {
    title: 'Vytvořit zařízení',
    submit: 'Vytvořit zařízení',
    tokenHint: '32 písmen nebo číslic, ze zařízení nebo podle vás',
    done: 'Zařízení vytvořeno',
  },
  form: {
    labelValue: 'Hodnota',
    labelRow: 'Popisek %{number}',
    addLabel: 'Přidat popisek',
    removeLabel: 'Odebrat popisek %{number}',
    noLabels: 'Popisek je název a hodnota, například lokalita a Brno.',
  },
  errors: {
    serialNumberTaken: 'Zařízení s tímto sériovým číslem už je přiřazené',
    serialNumber: 'Sériové číslo je povinné a musí mít 10 číslic',
    token: 'Token je povinný a musí mít 32 znaků.',
    duplicateLabel: 'Jiný popisek už má tento název',
    tooManyLabels: 'Počet popisků zařízení může být nejvýše %{max}',
  },
  tabs: { title: 'Sekce zařízení', details: 'Podrobnosti' },
  details: 'Zařízení',
  edit: { done: 'Zařízení upraveno' },
  delete: {
    title: 'Smazat zařízení %{name}?',
    text: 'Zařízení bude z tohoto prostoru odebráno a jeho zprávy a proměnné budou smazány.',
    done: 'Zařízení smazáno',
  },
  notFound: {
    title: 'Zařízení nenalezeno',
    text: 'Mohlo být smazáno nebo patří do jiného prostoru.',
    back: 'Zpět na zařízení',
  },
  bulk: {
    addTags: 'Přidat štítky',
    removeTags: 'Odebrat štítky',
    delete: 'Smazat',
    addTagsTitle:
      'Přidat štítky %{smart_count} zařízení |||| Přidat štítky %{smart_count} zařízením |||| Přidat štítky %{smart_count} zařízením',
    removeTagsTitle:
      'Odebrat štítky z %{smart_count} zařízení |||| Odebrat štítky ze %{smart_count} zařízení |||| Odebrat štítky z %{smart_count} zařízení',
    deleteTitle:
      'Smazat %{smart_count} zařízení? |||| Smazat %{smart_count} zařízení? |||| Smazat %{smart_count} zařízení?',
    deleteText:
      'Zařízení bude z tohoto prostoru odebráno a s ním jeho zprávy, proměnné, relace, aktualizace firmwaru a vazby na štítky. |||| %{smart_count} zařízení budou z tohoto prostoru odebrána a s nimi jejich zprávy, proměnné, relace, aktualizace firmwaru a vazby na štítky. |||| %{smart_count} zařízení bude z tohoto prostoru odebráno a s nimi jejich zprávy, proměnné, relace, aktualizace firmwaru a vazby na štítky.',
    deleteSubmit:
      'Smazat %{smart_count} zařízení |||| Smazat %{smart_count} zařízení |||| Smazat %{smart_count} zařízení',
    retry:
      'Zopakovat u %{smart_count} zařízení |||| Zopakovat u %{smart_count} zařízení |||| Zopakovat u %{smart_count} zařízení',
    results: 'Výsledek u každého zařízení',
  },
  takeIn: 'Převzít zařízení…',
}
export default messages
