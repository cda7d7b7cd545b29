import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Klávesové zkratky',
  off: 'Jednoklávesové zkratky jsou v nastavení vypnuté.',
  general: 'Všude',
  page: 'Na stránce',
  palette: 'Hledání a příkazy',
  help: 'Tento seznam',
  leave: 'Opustit úpravy nebo záznam',
  create: 'Vytvořit v tomto seznamu',
  filter: 'Filtrovat tento seznam',
  edit: 'Upravit tento záznam',
  next: 'Další rozdíl',
  previous: 'Předchozí rozdíl',
}
export default messages
