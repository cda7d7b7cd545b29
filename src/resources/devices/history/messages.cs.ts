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
    title: 'Porovnat s',
    day: 'o den dříve',
    week: 'o týden dříve',
    tag: 'štítek %{name}',
    devices: 'zařízení…',
    add: 'Přidat zařízení',
    remove: '%{name}: neporovnávat',
    more: 'Ze zařízení s tímto štítkem se bere prvních %{max} podle názvu.',
  },
  zoomIn: 'Přiblížit',
  zoomOut: 'Oddálit',
  tooMany: 'Zařízení má historii nejvýše %{max} hodnot. Ty, které přišly později, ji nemají.',
  table: 'Tytéž hodnoty jako tabulka',
  tableRows:
    'První řádek tabulky |||| První %{smart_count} řádky tabulky |||| Prvních %{smart_count} řádků tabulky',
  time: 'Čas',
  yes: 'ano',
  no: 'ne',
}

export default messages
