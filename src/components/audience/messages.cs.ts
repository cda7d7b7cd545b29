import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  roles: { admin: 'Správci prostoru', user: 'Uživatelé prostoru' },
  chosen:
    '%{smart_count} člověk z prostoru |||| %{smart_count} lidé z prostoru |||| %{smart_count} lidí z prostoru',
  morePeople: '%{smart_count} další |||| %{smart_count} další |||| %{smart_count} dalších',
  gonePerson: 'někdo, kdo prostor opustil',
  nobody: 'Nikdo nedostane upozornění',
  shift: 'Směna %{name} (teď %{who})',
  noneNow: 'nikdo: správci',
  goneShift: 'Smazaná směna: správci prostoru',
  disabledConnector: '%{name} (vypnutý)',
  goneConnector: 'Smazaný konektor',
  notified: {
    title: 'Upozorněni',
    none: 'Zatím nebyl upozorněn nikdo.',
    more: 'a %{smart_count} další |||| a %{smart_count} další |||| a %{smart_count} dalších',
    gap: 'Směnu neměl nikdo, proto byli upozorněni správci.',
    step: 'Protože je nikdo nepřevzal.',
    later:
      'Jeden z nich až po době klidu, nebo v denním e-mailu. |||| %{smart_count} z nich až po době klidu, nebo v denním e-mailu. |||| %{smart_count} z nich až po době klidu, nebo v denním e-mailu.',
    next: 'Další, pokud je nikdo nepřevezme',
  },
}
export default messages
