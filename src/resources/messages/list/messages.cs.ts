import type { Translated } from '../../../i18n/catalogs'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Zprávy',
  fromDevice: 'Ze zařízení %{name}',
  fromTag: 'Ze štítku %{name}',
  console: 'Konzole',
  device: 'Zařízení',
  create: 'Vytvořit zprávu',
  open: 'Detail zprávy',
  error: 'Tělo obsahuje chybu',
  selectTwo: 'Vyberte dvě zprávy k porovnání',
}
export default messages
