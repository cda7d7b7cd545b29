import type { Translated } from '../../i18n/translated'
import firmware from './firmware/messages.cs'
import type en from './messages.en'
import scan from './scan/messages.cs'
import sessionTab from './session/messages.cs'

const messages: Translated<typeof en> = {
  title: 'Zařízení',
  entity: { many: 'žádná zařízení', first: 'první zařízení' },
  name: 'Název',
  comment: 'Komentář',
  id: 'ID',
  tags: 'Štítky',
  labels: 'Popisky',
  serialNumber: 'Sériové číslo',
  token: 'Přiřazovací token',
  lastSeen: 'Poslední kontakt',
  lastSeenColumn: 'Naposledy',
  session: 'Relace',
  created: 'Vytvořeno',
  externalId: 'Externí ID',
  configHash: 'Hash konfigurace',
  decoderHash: 'Hash dekodéru',
  encoderHash: 'Hash enkodéru',
  noSession: 'žádná',
  noTags: 'Žádné štítky',
  noLabels: 'Žádné popisky',
  actions: {
    title: 'Akce',
    detail: 'Podrobnosti o zařízení %{name}',
    edit: 'Upravit zařízení %{name}',
    messages: 'Zprávy zařízení %{name}',
    console: 'Konzole zařízení %{name}',
    allMessages: 'Zprávy',
    openConsole: 'Konzole',
    createMessage: 'Vytvořit zprávu',
  },
  create: {
    label: 'Vytvořit zařízení',
    title: 'Nové zařízení',
    submit: 'Vytvořit zařízení',
    tokenHint: '32 písmen nebo číslic, které jste dostali se zařízením',
    done: 'Zařízení vytvořeno',
  },
  form: {
    commentLength: '%{count} z %{max} znaků',
    labelName: 'Název',
    labelValue: 'Hodnota',
    labelRow: 'Popisek %{number}',
    addLabel: 'Přidat popisek',
    removeLabel: 'Odebrat popisek %{number}',
    noLabels: 'Popisek je název s hodnotou, například lokalita a Brno.',
  },
  errors: {
    serialNumberTaken: 'Zařízení s tímto sériovým číslem už je přiřazené',
    serialNumber: 'Sériové číslo je povinné a musí mít 10 číslic',
    token: 'Token je povinný a musí mít 32 znaků.',
    duplicateLabel: 'Tento název už má jiný popisek',
  },
  tabs: { title: 'Části zařízení', details: 'Podrobnosti' },
  details: { title: 'Zařízení' },
  delete: {
    title: 'Smazat zařízení %{name}?',
    text: 'Zařízení bude z tohoto prostoru odebráno a jeho zprávy budou smazány. Tuto akci nelze vrátit zpět.',
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
      'Zařízení bude z tohoto prostoru odebráno a jeho zprávy budou smazány. Tuto akci nelze vrátit zpět. |||| %{smart_count} zařízení budou z tohoto prostoru odebrána a jejich zprávy budou smazány. Tuto akci nelze vrátit zpět. |||| %{smart_count} zařízení bude z tohoto prostoru odebráno a jejich zprávy budou smazány. Tuto akci nelze vrátit zpět.',
    deleteSubmit:
      'Smazat %{smart_count} zařízení |||| Smazat %{smart_count} zařízení |||| Smazat %{smart_count} zařízení',
    stop: 'Zastavit',
    stopping: 'Zastavuje se…',
    retry:
      'Zopakovat u %{smart_count} zařízení |||| Zopakovat u %{smart_count} zařízení |||| Zopakovat u %{smart_count} zařízení',
    progress: '%{done} z %{total}',
    progressLabel: 'Průběh',
    results: 'Výsledek u každého zařízení',
    counts: {
      done: '%{smart_count} hotovo |||| %{smart_count} hotovo |||| %{smart_count} hotovo',
      unchanged: '%{smart_count} beze změny |||| %{smart_count} beze změny |||| %{smart_count} beze změny',
      failed: '%{smart_count} selhalo |||| %{smart_count} selhala |||| %{smart_count} selhalo',
      skipped: '%{smart_count} přeskočeno |||| %{smart_count} přeskočena |||| %{smart_count} přeskočeno',
    },
    states: {
      waiting: 'Čeká',
      done: 'OK',
      unchanged: 'Beze změny',
      failed: 'Selhalo',
      skipped: 'Přeskočeno',
    },
  },
  firmware,
  sessionTab,
  scan,
}
export default messages
