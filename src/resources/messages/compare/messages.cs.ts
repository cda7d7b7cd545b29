import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Porovnání zpráv',
  withPrevious: 'Porovnat s předchozí zprávou tohoto typu z tohoto zařízení',
  withPreviousShort: 'Porovnat s předchozí',
  noPrevious: 'Toto je první zpráva svého typu a směru z tohoto zařízení.',
  swap: 'Prohodit strany',
  older: 'Starší zpráva',
  newer: 'Novější zpráva',
  detail: 'Otevřít zprávu',
  ignoreVolatile: 'Ignorovat časy, pořadová čísla a ID',
  sortKeys: 'Ignorovat pořadí klíčů',
  previous: 'Předchozí rozdíl',
  next: 'Další rozdíl',
  position: 'Rozdíl %{position} z %{count}',
  none: 'Žádné rozdíly',
  count: '%{smart_count} rozdíl |||| %{smart_count} rozdíly |||| %{smart_count} rozdílů',
  identical: 'Těla zpráv jsou shodná.',
  equalSoFar: 'Těla zpráv se liší jen formátováním nebo tím, co se ignoruje.',
  bothEmpty: 'Žádná ze zpráv nemá tělo.',
  diff: 'Těla zpráv',
  notFound: {
    title: 'Zpráva nenalezena',
    text: 'Alespoň jedna z obou zpráv není v tomto prostoru nebo byla smazána.',
    incomplete: 'Tato adresa neurčuje dvě zprávy. Vyberte dvě v seznamu.',
    back: 'Přejít na zprávy',
  },
}
export default messages
