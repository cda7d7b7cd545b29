import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  open: 'API',
  title: 'Tento seznam přes API',
  text: 'Tyto příkazy provedou totéž volání jako tento seznam, s jeho filtry, řazením a velikostí stránky.',
  whole: 'Tyto příkazy přečtou celý seznam. Filtruje a řadí ho sama konzole.',
  key: 'Nejdříve nastavte proměnnou prostředí %{variable} na klíč tohoto prostoru.',
  keys: 'Otevřít klíče',
  language: 'Jazyk',
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  command: 'Příkaz',
}
export default messages
