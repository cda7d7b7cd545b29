import type { Translated } from '../../i18n/catalogs'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  submit: 'Odeslat',
}
export default messages
