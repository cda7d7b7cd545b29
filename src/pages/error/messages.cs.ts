import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Něco se pokazilo',
  text: 'Omlouváme se, v aplikaci došlo k neočekávané chybě.',
  details: 'Podrobnosti chyby',
  reload: 'Načíst znovu',
  toSpaces: 'Přejít na prostory',
  notLoaded: {
    title: 'Tato část konzole se nenačetla',
    text: 'Konzole mohla být aktualizována, nebo se přerušilo spojení. Načtěte stránku znovu, abyste získali aktuální verzi.',
  },
}
export default messages
