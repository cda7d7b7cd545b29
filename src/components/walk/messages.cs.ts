import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  label: 'Záznamy seznamu',
  next: 'Další záznam',
  previous: 'Předchozí záznam',
  place: '%{position} z %{total}',
  first: 'Toto je první záznam seznamu.',
  last: 'Toto je poslední záznam seznamu.',
  panel: 'Náhled záznamu',
  open: 'Otevřít stránku',
  close: 'Zavřít panel',
}
export default messages
