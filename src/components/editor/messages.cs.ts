import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  submit: 'Odeslat',
  problem: 'Řádek %{line}, sloupec %{column}:',
}
export default messages
