import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Exportovat',
  progressLabel: 'Průběh exportu',
  resume: 'Pokračovat',
}
export default messages
