import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  unsure:
    'Server neodpověděl, ale záznam přesto mohl vytvořit. Co jste vyplnili, zůstává: než to zkusíte znovu, podívejte se do seznamu.',
}
export default messages
