import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Exportovat',
  dialog: 'Export zpráv',
  all: 'Exportují se všechny zprávy, které odpovídají filtrům, od nejnovější.',
  allOf:
    'Exportuje se %{smart_count} zpráva, která odpovídá filtrům. |||| Exportují se %{smart_count} zprávy, které odpovídají filtrům, od nejnovější. |||| Exportuje se %{smart_count} zpráv, které odpovídají filtrům, od nejnovější.',
  format: 'Formát',
  formats: { jsonLines: 'JSON lines: jedna zpráva na řádek', csv: 'CSV: tabulka pro tabulkové editory' },
  progressLabel: 'Průběh exportu',
  progress: 'Zatím %{smart_count} zpráva |||| Zatím %{smart_count} zprávy |||| Zatím %{smart_count} zpráv',
  progressOf:
    '%{count} z %{smart_count} zprávy |||| %{count} ze %{smart_count} zpráv |||| %{count} z %{smart_count} zpráv',
  finished:
    'Exportována %{smart_count} zpráva. |||| Exportovány %{smart_count} zprávy. |||| Exportováno %{smart_count} zpráv.',
  nothing: 'Filtrům neodpovídá žádná zpráva. Není co exportovat.',
  stop: 'Zastavit',
  resume: 'Pokračovat',
}
export default messages
