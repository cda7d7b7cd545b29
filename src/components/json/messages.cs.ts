import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  nothing: 'Žádný obsah',
  mode: 'Zobrazit jako',
  tree: 'Strom',
  text: 'Text',
  copyAll: 'Kopírovat vše',
  expandAll: 'Rozbalit vše',
  collapseAll: 'Sbalit vše',
  level: 'Do úrovně',
  levelOf: 'Úroveň %{level}',
  showAll: 'Zobrazit vše',
  showMore: 'Zobrazit více (%{shown} z %{total} znaků)',
  showLines: 'Zobrazit zalomení řádků',
  members: '%{smart_count} klíč |||| %{smart_count} klíče |||| %{smart_count} klíčů',
  items: '%{smart_count} položka |||| %{smart_count} položky |||| %{smart_count} položek',
  copyPath: 'Kopírovat cestu',
  copyValue: 'Kopírovat hodnotu',
  path: 'Cesta k vybrané hodnotě',
  search: {
    label: 'Hledat klíče a hodnoty',
    count: '%{at} z %{count}',
    none: 'Nic nenalezeno',
    next: 'Další výskyt',
    previous: 'Předchozí výskyt',
  },
}
export default messages
