import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  part: 'Část %{part} z %{count}',
  previousPart: 'Předchozí část',
  nextPart: 'Další část',
  parted: 'Těla zpráv jsou dlouhá, proto se porovnávají po částech.',
  working: 'Porovnává se…',
  failed: 'Těla zpráv se nepodařilo porovnat.',
  unfold:
    'Zobrazit %{smart_count} nezměněný řádek |||| Zobrazit %{smart_count} nezměněné řádky |||| Zobrazit %{smart_count} nezměněných řádků',
  added: 'přidáno:',
  removed: 'odebráno:',
}
export default messages
