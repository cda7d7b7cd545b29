import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  input: {
    title: 'Které SIM karty vyhledat',
    label: 'IMSI nebo ICCID, jedno na řádek',
    hint: 'Můžete vložit řádky z tabulky, nebo sem přetáhnout soubor .csv či .txt.',
    drop: 'Pusťte soubor a jeho SIM karty se přidají',
    choose: 'Přidat soubor',
    clear: 'Vymazat',
    lookUp:
      'Vyhledat %{smart_count} SIM kartu |||| Vyhledat %{smart_count} SIM karty |||| Vyhledat %{smart_count} SIM karet',
    lookUpNone: 'Vyhledat',
    values: '%{smart_count} SIM karta |||| %{smart_count} SIM karty |||| %{smart_count} SIM karet',
    repeated:
      '%{smart_count} opakovaná hodnota vynechána |||| %{smart_count} opakované hodnoty vynechány |||| %{smart_count} opakovaných hodnot vynecháno',
    invalid:
      '%{smart_count} hodnota není IMSI (15 číslic) ani ICCID (19–20 číslic) |||| %{smart_count} hodnoty nejsou IMSI (15 číslic) ani ICCID (19–20 číslic) |||| %{smart_count} hodnot není IMSI (15 číslic) ani ICCID (19–20 číslic)',
    ignoredCells:
      '%{smart_count} jiná buňka vynechána |||| %{smart_count} jiné buňky vynechány |||| %{smart_count} jiných buněk vynecháno',
    ignoredRows:
      '%{smart_count} řádek bez IMSI a ICCID vynechán: |||| %{smart_count} řádky bez IMSI a ICCID vynechány: |||| %{smart_count} řádků bez IMSI a ICCID vynecháno:',
    ignoredRow: 'řádek %{row} „%{text}“',
    more: 'a %{smart_count} další |||| a %{smart_count} další |||| a %{smart_count} dalších',
    added:
      'Ze souboru %{name}: přidána %{smart_count} hodnota |||| Ze souboru %{name}: přidány %{smart_count} hodnoty |||| Ze souboru %{name}: přidáno %{smart_count} hodnot',
    refused: {
      fileType: '%{name}: Vyberte prosím soubor .csv nebo .txt.',
      fileSize: '%{name} je větší než %{max} MB.',
      fileUnread: '%{name} se nepodařilo přečíst.',
      nothing: '%{name} neobsahuje žádné IMSI ani ICCID.',
    },
    tooMany: 'Najednou lze vyhledat nejvýše %{max} SIM karet. Některé prosím odeberte.',
  },
  errors: {
    format: 'Neplatný formát IMSI/ICCID',
    notFetched: 'Data se nepodařilo načíst',
    of: '%{error} pro %{id}',
  },
  rows: {
    title: 'SIM karty',
    id: 'ID',
    numbers: 'IMSI / ICCID',
    apn: 'APN',
    result: 'Výsledek',
    info: 'Informace',
    noInfo: 'Poskytovatel o této SIM kartě nic dalšího neuvádí.',
    notFound: 'O této SIM kartě není nic známo.',
    waiting: 'Načítá se…',
    stopped: 'Nevyhledáno',
  },
  status: { updating: 'Mění se…', success: 'Úspěch', error: 'Chyba' },
  lookup: {
    label: 'Vyhledávají se SIM karty',
    progress: 'Vyhledáno %{done} z %{total}',
    found: '%{smart_count} nalezena |||| %{smart_count} nalezeny |||| %{smart_count} nalezeno',
    failed: '%{smart_count} selhala |||| %{smart_count} selhaly |||| %{smart_count} selhalo',
    left: '%{smart_count} nevyhledána |||| %{smart_count} nevyhledány |||| %{smart_count} nevyhledáno',
    retry:
      'Znovu vyhledat tu, která selhala |||| Znovu vyhledat %{smart_count}, které selhaly |||| Znovu vyhledat %{smart_count}, které selhaly',
    goOn: 'Vyhledat zbývající |||| Vyhledat zbývající %{smart_count} |||| Vyhledat zbývajících %{smart_count}',
  },
  change: {
    title: 'Změnit vybrané SIM karty',
    keep: 'Ponechat současné',
    setTo: 'Nastavit na…',
    newValue: '%{label}: nová hodnota',
    empty: 'Prázdné',
    profiles: { cloudV2: 'Cloud V2', cloudV1: 'Cloud V1', other: 'Ostatní' },
    selectFirst: 'Vyberte SIM karty v tabulce níže.',
    chooseFirst: 'Zvolte, co se má změnit.',
    preview: 'Náhled změn',
    previewTitle: 'Co by se změnilo',
    what: 'Změny',
    nothing: '(nic)',
    changing:
      'Změní se %{smart_count} SIM karta. |||| Změní se %{smart_count} SIM karty. |||| Změní se %{smart_count} SIM karet.',
    same: '%{smart_count} SIM karta už tyto hodnoty má a zůstane, jak je. |||| %{smart_count} SIM karty už tyto hodnoty mají a zůstanou, jak jsou. |||| %{smart_count} SIM karet už tyto hodnoty má a zůstane, jak je.',
    again:
      '%{smart_count} řádek opakuje už vybranou SIM kartu a vynechá se. |||| %{smart_count} řádky opakují už vybrané SIM karty a vynechají se. |||| %{smart_count} řádků opakuje už vybrané SIM karty a vynechá se.',
    missing:
      '%{smart_count} vybraný řádek se nepodařilo vyhledat a vynechá se. |||| %{smart_count} vybrané řádky se nepodařilo vyhledat a vynechají se. |||| %{smart_count} vybraných řádků se nepodařilo vyhledat a vynechá se.',
    apply:
      'Změnit %{smart_count} SIM kartu |||| Změnit %{smart_count} SIM karty |||| Změnit %{smart_count} SIM karet',
  },
  run: {
    running: 'SIM karty se mění',
    result: 'Výsledek změny',
    failures: 'SIM karty, které se nezměnily',
    retry:
      'Zkusit znovu %{smart_count} SIM kartu |||| Zkusit znovu %{smart_count} SIM karty |||| Zkusit znovu %{smart_count} SIM karet',
    dismiss: 'Zavřít',
  },
}
export default messages
