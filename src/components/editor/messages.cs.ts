import type { Translated } from '../../i18n/catalogs'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  submit: 'Odeslat',
  problem: 'Řádek %{line}, sloupec %{column}:',
}
export default messages
