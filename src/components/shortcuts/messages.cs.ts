import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Klávesové zkratky',
  off: 'Jednoklávesové zkratky jsou v nastavení vypnuté.',
  general: 'Všude',
  page: 'Na stránce',
  rows: 'V seznamu',
  palette: 'Hledání a příkazy',
  help: 'Tento seznam',
  leave: 'Opustit úpravy, náhled záznamu nebo záznam',
  create: 'Vytvořit v tomto seznamu',
  filter: 'Filtrovat tento seznam',
  edit: 'Upravit tento záznam',
  next: 'Další rozdíl',
  previous: 'Předchozí rozdíl',
  nextRow: 'Další řádek, na stránce záznamu další záznam',
  previousRow: 'Předchozí řádek, na stránce záznamu předchozí záznam',
  open: 'Otevřít tento řádek',
  select: 'Vybrat tento řádek',
  peek: 'Nahlédnout do tohoto řádku vedle seznamu (mezerník)',
  filterBy: 'Filtrovat podle hodnot tohoto řádku',
}
export default messages
