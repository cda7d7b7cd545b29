import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  state: 'Stav',
  states: { silent: 'Mlčí', late: 'Se zpožděním', on_time: 'Včas', never: 'Bez kontaktu' },
  onTime: 'Včas, %{ago}',
  late: 'Má zpoždění %{span}',
  silent: 'Mlčí %{span}',
  alerts: '%{smart_count} upozornění |||| %{smart_count} upozornění |||| %{smart_count} upozornění',
  alertsAreOpen:
    '%{smart_count} otevřené upozornění. |||| %{smart_count} otevřená upozornění. |||| %{smart_count} otevřených upozornění.',
  lasting: {
    seconds: '%{smart_count} sekundu |||| %{smart_count} sekundy |||| %{smart_count} sekund',
    minutes: '%{smart_count} minutu |||| %{smart_count} minuty |||| %{smart_count} minut',
    hours: '%{smart_count} hodinu |||| %{smart_count} hodiny |||| %{smart_count} hodin',
    days: '%{smart_count} den |||| %{smart_count} dny |||| %{smart_count} dní',
  },
  usually: ', obvykle %{every}.',
  every: {
    seconds: 'každou sekundu |||| každé %{smart_count} sekundy |||| každých %{smart_count} sekund',
    minutes: 'každou minutu |||| každé %{smart_count} minuty |||| každých %{smart_count} minut',
    hours: 'každou hodinu |||| každé %{smart_count} hodiny |||| každých %{smart_count} hodin',
    days: 'každý den |||| každé %{smart_count} dny |||| každých %{smart_count} dní',
  },
  waiting:
    'Čeká %{smart_count} zpráva do zařízení. |||| Čekají %{smart_count} zprávy do zařízení. |||| Čeká %{smart_count} zpráv do zařízení.',
  expected: 'Další kontakt očekáván',
  wasExpected: 'Kontakt byl očekáván',
  waits: 'Příkaz počká, dokud se zařízení neozve.',
  nextUnknown: 'Na odhad dalšího kontaktu je zatím málo zpráv.',
  clock: {
    behind: 'Hodiny tohoto počítače jdou o %{span} pozadu. Konzole se řídí hodinami serveru.',
    ahead: 'Hodiny tohoto počítače jdou o %{span} napřed. Konzole se řídí hodinami serveru.',
    close: 'Zavřít',
  },
  notKnown: 'Další kontakt nelze odhadnout.',
  movedAway: 'Zařízení bylo přesunuto do jiného prostoru; tady je jen jeho historie.',
}
export default messages
