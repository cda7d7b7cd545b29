import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Sdíleno s vámi',
  gone: 'Tento odkaz už nic neukazuje. Požádejte o jiný toho, kdo vám ho poslal.',
  none: 'Zatím tu nejsou žádné hodnoty.',
  noneInTime: 'V této době nejsou žádné hodnoty.',
  until: 'Tato stránka ukazuje data do %{time}.',
  lastSeen: 'Poslední kontakt %{time}',
  chart: '%{name}, %{after} až %{before}',
  at: 'v %{time}',
  states: {
    on_time: 'Včas',
    late: 'Opožděné',
    silent: 'Nehlásí se',
    never: 'Ještě se neohlásilo',
  },
}
export default messages
