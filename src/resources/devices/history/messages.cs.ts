import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Historie',
  series: 'Hodnoty',
  search: 'Hledat hodnoty',
  noMatch: 'Žádná hodnota neodpovídá.',
  empty: 'Zařízení zatím neposlalo žádná čísla. Jakmile budou v jeho zprávách, uvidíte je tady v čase.',
  none: 'Vyberte hodnoty, jejichž průběh chcete vidět.',
  most: 'Najednou lze zobrazit nejvýše %{max} hodnot. Chcete-li vybrat jinou, některou odeberte.',
  range: 'Časový rozsah',
  ranges: {
    '1h': '1 hodina',
    '24h': '24 hodin',
    '7d': '7 dní',
    '30d': '30 dní',
    '1y': '1 rok',
    '2y': '2 roky',
  },
  zoomed: 'Od %{after} do %{before}',
  earlier: 'Dříve',
  later: 'Později',
  chart: 'Hodnoty zařízení %{name} od %{after} do %{before}; jejich čísla jsou v tabulce níže',
  noPoints: 'V tomto čase nejsou žádné hodnoty.',
  thinned: 'Všechny hodnoty se nevejdou: čára má z každého úseku jednu, pás sahá od nejnižší po nejvyšší.',
  lines: 'Čáry',
  tooManyLines:
    'Nakresleno je %{max} čar, celkem by jich bylo %{count}. Ostatní uvidíte, když vyberete méně hodnot nebo zařízení.',
  with: {
    title: 'Porovnání:',
    day: 'o den dříve',
    week: 'o týden dříve',
    tag: 'štítek %{name}',
    devices: 'zařízení…',
    add: 'Přidat zařízení',
    remove: '%{name}: neporovnávat',
    more: 'Ze zařízení s tímto štítkem se bere prvních %{max} podle názvu.',
  },
  choose: 'Vybrat časy',
  back: 'Zpět',
  openMessage: 'Otevřít zprávu',
  noMessage: 'Zpráva s touto hodnotou se nenašla. Toto jsou zprávy z jejího času.',
  hint: 'Tažením přiblížíte, se Shiftem posunete; přiblíží i kolečko s Ctrl. Kliknutí na hodnotu otevře její zprávu. Klávesami: šipky vedou od hodnoty k hodnotě, Enter otevře zprávu, + a − mění přiblížení.',
  touchHint: 'Dvěma prsty přiblížíte, jedním posunete. Klepněte na hodnotu a otevřete její zprávu.',
  export: 'Exportovat',
  exportValues: 'Hodnoty (CSV, JSON lines)',
  exportPicture: 'Obrázek (PNG)',
  exporting: {
    dialog: 'Exportovat hodnoty',
    what: 'Exportují se všechny vybrané hodnoty %{times}, i ty, jejichž čára není nakreslená, nejstarší první.',
    fromTo: 'od %{after} do %{before}',
    and: ' a ',
    all: 'Exportují se všechny hodnoty grafu.',
    allOf:
      'Exportuje se %{smart_count} hodnota. |||| Exportují se %{smart_count} hodnoty. |||| Exportuje se %{smart_count} hodnot.',
    formats: {
      jsonLines: 'JSON lines: na každém řádku jedna hodnota',
      csv: 'CSV: tabulka pro tabulkové procesory, časy v UTC',
    },
    progress:
      'Zatím %{smart_count} hodnota |||| Zatím %{smart_count} hodnoty |||| Zatím %{smart_count} hodnot',
    progressOf:
      '%{count} z %{smart_count} hodnoty |||| %{count} ze %{smart_count} hodnot |||| %{count} z %{smart_count} hodnot',
    finished:
      'Exportována %{smart_count} hodnota. |||| Exportovány %{smart_count} hodnoty. |||| Exportováno %{smart_count} hodnot.',
    nothing: 'V tomto čase nejsou žádné hodnoty. Není co exportovat.',
  },
  marks: {
    replaced: 'Vyměněn hardware: %{before} → %{after}',
    moved_here: 'Přesunuto do tohoto prostoru',
    moved_away: 'Přesunuto do jiného prostoru',
    firmware: 'Nový firmware %{after}',
    boot: 'Spuštění',
    alert: 'Upozornění: %{after}',
    thinned: 'Předtím čtyři hodnoty z každého dne. Server hodnoty po uplynutí %{after} dní prořeďuje.',
    deleted: 'Historie začíná zde: server hodnoty po uplynutí %{after} dní maže.',
    more: 'a %{smart_count} další |||| a %{smart_count} další |||| a %{smart_count} dalších',
  },
  zoomIn: 'Přiblížit',
  zoomOut: 'Oddálit',
  tooMany: 'Zařízení má historii nejvýše %{max} hodnot. Ty, které přišly později, ji nemají.',
  table: 'Tytéž hodnoty jako tabulka',
  tableRows:
    'První řádek tabulky |||| První %{smart_count} řádky tabulky |||| Prvních %{smart_count} řádků tabulky',
  time: 'Čas',
  showHidden:
    'Zobrazit %{smart_count} skrytou hodnotu |||| Zobrazit %{smart_count} skryté hodnoty |||| Zobrazit %{smart_count} skrytých hodnot',
  hideHidden: 'Skryté hodnoty nezobrazovat',
  values: {
    title: 'Poslední hodnoty',
    add: 'Přidat hodnotu',
    hint: 'Co zařízení měří, jako sloupec',
    devices: '%{smart_count} zařízení |||| %{smart_count} zařízení |||| %{smart_count} zařízení',
    none: 'Žádné zařízení zatím neposlalo čísla.',
    most: 'Vejde se nejvýše %{smart_count} hodnota. Chcete-li vybrat jinou, skryjte ji. |||| Vejdou se nejvýše %{smart_count} hodnoty. Chcete-li vybrat jinou, některou skryjte. |||| Vejde se nejvýše %{smart_count} hodnot. Chcete-li vybrat jinou, některou skryjte.',
    overview: {
      title: 'Přehled',
      values: 'Hodnoty',
      none: 'Zatím žádná čísla. Budou tady několik sekund poté, co je zařízení pošle.',
      messages: 'Poslední zprávy',
      noMessages: 'Zatím žádné zprávy.',
      history: 'Historie hodnoty %{label}',
    },
  },
}

export default messages
