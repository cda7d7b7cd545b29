import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Která písmena jsou správně?',
  text: 'V souboru %{file} není uvedeno, jak jsou písmena uložena. Vyberte, kde jsou správně.',
  'windows-1250': 'Středoevropské (Windows-1250)',
  'windows-1252': 'Západoevropské (Windows-1252)',
  read: 'Načíst soubor',
}
export default messages
