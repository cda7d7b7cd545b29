import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Sdíleno s vámi',
  gone: 'Tento odkaz už nic neukazuje. Požádejte o jiný toho, kdo vám ho poslal.',
  none: 'Zatím tu nejsou žádné hodnoty.',
  noneInTime: 'V této době nejsou žádné hodnoty.',
  until: 'Tento odkaz funguje do %{time}.',
  seen: 'Poslední kontakt',
  chart: '%{name}, %{after} až %{before}',
  span: '%{after} až %{before}',
}
export default messages
