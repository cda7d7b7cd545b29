import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Přehled',
  values: 'Hodnoty',
  none: 'Zatím žádná čísla. Jakmile je zařízení pošle, budou tady.',
  messages: 'Poslední zprávy',
  noMessages: 'Zatím žádné zprávy.',
  history: 'Historie hodnoty %{label}',
}

export default messages
