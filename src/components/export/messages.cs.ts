import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  progressLabel: 'Průběh exportu',
  resume: 'Pokračovat',
  formats: {
    csv: 'CSV: tabulka pro tabulkové procesory a programy',
    xlsx: 'Excel (XLSX): tabulka se skutečnými čísly a časy',
  },
  separator: 'Oddělovač',
  separators: { comma: 'Čárka', semicolon: 'Středník', tab: 'Tabulátor' },
  decimal: 'Desetinné znaménko',
  decimals: { point: 'Tečka: 1.5', comma: 'Čárka: 1,5' },
  times: 'Časy',
  zones: { utc: 'UTC', local: 'Místní čas: %{zone}' },
  hints: {
    csv: 'Pokud se soubor otevře v jediném sloupci, zvolte jiný oddělovač. Tento prohlížeč si volbu pamatuje.',
    xlsx: 'Buňka má nejvýše %{max} znaků: delší texty se zkrátí. JSON lines je obsahují celé.',
  },
  beyond: {
    csv: 'Excel z CSV otevře jen prvních %{max} řádků. Soubor obsahuje všechny. XLSX by pokračoval na dalších listech.',
    xlsx: 'List Excelu má nejvýše %{max} řádků. Ostatní jsou na dalších listech souboru.',
  },
}
export default messages
