import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  entity: { many: 'žádná zařízení', first: 'první zařízení' },
  details: 'Zařízení',
  name: 'Název',
  spaceId: 'ID prostoru',
  space: 'Prostor',
  id: 'Identifikátor',
  serialNumber: 'Sériové číslo',
  lastSeen: 'Poslední kontakt',
  search: 'Sériové číslo, název nebo prostor',
  messages: 'Zprávy zařízení %{name}',
  notFound: {
    title: 'Tady žádná stránka není',
    text: 'Každé zařízení má svou stránku ve svém prostoru. Najdete ho v seznamu všech zařízení.',
    back: 'Zpět na všechna zařízení',
  },
}
export default messages
