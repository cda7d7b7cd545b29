import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  onSystem: '%{browser}, %{system}',
  unknown: 'Neznámý program',
  current: '%{name}, tento prohlížeč',
}
export default messages
