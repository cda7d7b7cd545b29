import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  usual: 'Obvyklý interval',
  every: {
    seconds: 'každou sekundu |||| každé %{smart_count} sekundy |||| každých %{smart_count} sekund',
    minutes: 'každou minutu |||| každé %{smart_count} minuty |||| každých %{smart_count} minut',
    hours: 'každou hodinu |||| každé %{smart_count} hodiny |||| každých %{smart_count} hodin',
    days: 'každý den |||| každé %{smart_count} dny |||| každých %{smart_count} dní',
  },
  late: 'opožděno o %{smart_count} interval |||| opožděno o %{smart_count} intervaly |||| opožděno o %{smart_count} intervalů',
  tooFew: 'zatím málo zpráv',
  failed: 'neznámý, zprávy se nepodařilo načíst',
  expected: 'Další kontakt očekáván',
  wasExpected: 'Kontakt byl očekáván',
  waits: 'Příkaz počká, dokud se zařízení neozve.',
  nextUnknown: 'Zatím nelze odhadnout, kdy se zařízení ozve: zpráv je málo.',
  nextFailed: 'Nelze odhadnout, kdy se zařízení ozve: zprávy se nepodařilo načíst.',
}
export default messages
