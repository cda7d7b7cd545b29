import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Přehled',
  values: 'Hodnoty',
  none: 'Zatím žádná čísla. Budou tady několik sekund poté, co je zařízení pošle.',
  messages: 'Poslední zprávy',
  noMessages: 'Zatím žádné zprávy.',
  history: 'Historie hodnoty %{label}',
}

export default messages
