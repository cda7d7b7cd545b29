import type { Translated } from '../../i18n/translated'
import compare from './compare/messages.cs'
import detail from './detail/messages.cs'
import list from './list/messages.cs'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Zprávy',
  entity: { many: 'žádné zprávy', first: 'první zprávu' },
  id: 'ID',
  createdAt: 'Vytvořeno',
  device: 'Zařízení',
  serialNumber: 'Sériové číslo',
  direction: 'Směr',
  type: 'Typ',
  downState: 'Stav',
  body: 'Tělo',
  directions: { up: 'Ze zařízení', down: 'Do zařízení' },
  types: {
    session: 'Relace',
    data: 'Data',
    config: 'Konfigurace',
    encoder: 'Enkodér',
    decoder: 'Dekodér',
    shell: 'Shell',
    firmware: 'Firmware',
  },
  downStates: { pending: 'Čeká', sent: 'Odesláno', cancelled: 'Zrušeno' },
  notFound: {
    title: 'Zpráva nenalezena',
    text: 'Tato zpráva v tomto prostoru není, nebo byla smazána.',
    back: 'Přejít na zprávy',
  },
  list,
  detail,
  compare,
  create: {
    titleOf: 'Zpráva pro %{name}',
    lastSeen: 'Poslední kontakt',
    waits: 'Zpráva čeká na serveru, dokud se zařízení znovu neozve.',
    noDownlinks: 'Všechny štítky tohoto zařízení jsou jen pro čtení, proto mu nelze posílat zprávy.',
    type: 'Typ zprávy',
    hints: {
      config: 'Na každém řádku jeden příkaz. Prázdné řádky se ignorují.',
      configJson: 'Seznam příkazů ve formátu JSON.',
      data: 'Data pro zařízení ve formátu JSON.',
      shell: 'Seznam příkazů ve formátu JSON. Zařízení odpoví na každý z nich.',
    },
    format: {
      title: 'Formát',
      text: 'Text',
      json: 'JSON',
      lossTitle: 'Přepnout na text?',
      loss: 'Text může obsahovat jen příkazy. Vše ostatní v tomto JSONu se ztratí.',
      confirm: 'Přepnout na text',
    },
    wmbus: {
      import: 'Importovat adresy wM-BUS',
      hint: 'Soubor .csv nebo .txt s jednou adresou wM-BUS na každém řádku můžete také přetáhnout na editor.',
      drop: 'Pusťte soubor sem',
      done: 'Importována %{smart_count} adresa |||| Importovány %{smart_count} adresy |||| Importováno %{smart_count} adres',
      added: 'Příkazy byly přidány za ty stávající.',
      instead: 'Příkazy nahradily ukázku.',
      replaceTitle: 'Nahradit adresy?',
      replace: 'Zpráva už obsahuje příkazy pro adresy wM-BUS. Adresy ze souboru je nahradí.',
      confirm: 'Nahradit',
    },
    submit: 'Naplánovat zprávu',
    shortcut: 'nebo Ctrl+Enter',
    done: 'Zpráva naplánována',
    errors: {
      configSave: 'Ve zprávě nelze poslat příkaz „config save“. Odstraňte ho prosím.',
      json: 'Toto není platný JSON: řádek %{line}, sloupec %{column}.',
      commands: 'Zpráva typu shell je seznam příkazů, například ["info show"].',
      empty: 'Není co poslat.',
      unsendable: 'Obsah je zanořený příliš hluboko nebo obsahuje příliš velké číslo.',
      fileType: 'Vyberte prosím platný soubor CSV nebo TXT.',
      addresses: 'Vyberte prosím soubor, který obsahuje jen adresy wM-BUS.',
      fileSize: 'Soubor je příliš velký. Limit je %{max} kB.',
      fileUnread: 'Soubor nelze přečíst.',
      noList: 'Adresy lze přidat jen do seznamu příkazů a tento JSON jím není.',
    },
  },
  exporting: {
    title: 'Exportovat',
    dialog: 'Export zpráv',
    all: 'Exportují se všechny zprávy, které odpovídají filtrům, od nejnovější.',
    allOf:
      'Exportuje se %{smart_count} zpráva, která odpovídá filtrům. |||| Exportují se %{smart_count} zprávy, které odpovídají filtrům, od nejnovější. |||| Exportuje se %{smart_count} zpráv, které odpovídají filtrům, od nejnovější.',
    format: 'Formát',
    formats: { jsonLines: 'JSON lines: jedna zpráva na řádek', csv: 'CSV: tabulka pro tabulkové editory' },
    progressLabel: 'Průběh exportu',
    progress: 'Zatím %{smart_count} zpráva |||| Zatím %{smart_count} zprávy |||| Zatím %{smart_count} zpráv',
    progressOf:
      '%{count} z %{smart_count} zprávy |||| %{count} ze %{smart_count} zpráv |||| %{count} z %{smart_count} zpráv',
    finished:
      'Exportována %{smart_count} zpráva. |||| Exportovány %{smart_count} zprávy. |||| Exportováno %{smart_count} zpráv.',
    nothing: 'Filtrům neodpovídají žádné zprávy. Není co exportovat.',
    stop: 'Zastavit',
    resume: 'Pokračovat',
  },
}
export default messages
