import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Přijímat na vlastním počítači',
  text: 'Každý z těchto příkazů se v bashi nebo zsh zeptá na podpisový klíč, naslouchá na portu 8787, vypíše každý požadavek a ověří jeho podpis. Stačí Node.js nebo Python 3.',
  reach:
    'Požadavky se k vám dostanou tunelem podle vašeho výběru, jehož adresu vložíte do kódu; nebo na http://localhost:8787, pokud tento server běží na stejném počítači s ALLOW_PRIVATE_WEBHOOKS=1.',
  node: 'Node.js',
  python: 'Python 3',
  line: 'Příkaz pro %{name}',
}
export default messages
