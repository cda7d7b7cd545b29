import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  dialog: 'Exportovat zařízení',
  all: 'Exportují se všechna zařízení, která odpovídají filtrům.',
  allOf:
    'Exportuje se %{smart_count} zařízení, které odpovídá filtrům. |||| Exportují se všechna %{smart_count} zařízení, která odpovídají filtrům. |||| Exportuje se všech %{smart_count} zařízení, která odpovídají filtrům.',
  formats: {
    jsonLines: 'JSON po řádcích: jedno zařízení na řádek',
  },
  progress:
    'Zatím %{smart_count} zařízení |||| Zatím %{smart_count} zařízení |||| Zatím %{smart_count} zařízení',
  progressOf:
    '%{count} z %{smart_count} zařízení |||| %{count} ze %{smart_count} zařízení |||| %{count} z %{smart_count} zařízení',
  finished:
    'Exportováno %{smart_count} zařízení. |||| Exportována %{smart_count} zařízení. |||| Exportováno %{smart_count} zařízení.',
  nothing: 'Filtrům neodpovídá žádné zařízení. Není co exportovat.',
}
export default messages
