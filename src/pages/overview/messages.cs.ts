import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  kiosk: 'Velká obrazovka',
  asOf: 'Stav k %{time}',
  leaveKiosk: 'Opustit velkou obrazovku',
  more: 'a %{smart_count} další |||| a %{smart_count} další |||| a %{smart_count} dalších',
  stale: 'Nepodařilo se obnovit; načteno %{ago}',
  states: {
    title: 'Zařízení podle stavu',
    silent: 'Mlčí',
    late: 'Se zpožděním',
    on_time: 'Včas',
    never: 'Bez kontaktu',
    none: 'Zatím žádná zařízení.',
    toDevices: 'Přejít na zařízení',
  },
  attention: {
    title: 'Vyžaduje pozornost',
    count: '%{smart_count} položka |||| %{smart_count} položky |||| %{smart_count} položek',
    fine: 'Vše je v pořádku',
    fineHint: 'Nic nevyžaduje pozornost. Obnovuje se automaticky.',
    more: 'Zobrazit další',
    parts:
      '%{smart_count} související problém |||| %{smart_count} související problémy |||| %{smart_count} souvisejících problémů',
    usually: 'obvykle %{every}',
    usuallySends: 'zařízení se obvykle ozývá %{every}',
    alert:
      '%{smart_count} zařízení už %{span} |||| %{smart_count} zařízení, první už %{span} |||| %{smart_count} zařízení, první už %{span}',
    connectorAlert:
      '%{smart_count} konektor už %{span} |||| %{smart_count} konektory, první už %{span} |||| %{smart_count} konektorů, první už %{span}',
    acknowledged: 'řeší %{name}',
    acknowledgedOf:
      '%{count} z %{total} řeší %{name} |||| %{count} z %{total} řeší %{name} |||| %{count} z %{total} řeší %{name}',
    alerts: '%{smart_count} upozornění |||| %{smart_count} upozornění |||| %{smart_count} upozornění',
    others: '%{smart_count} další |||| %{smart_count} další |||| %{smart_count} dalších',
    held: 'Nasazení se samo pozastavilo, už %{span}',
    heldFailed:
      '%{smart_count} zařízení selhalo |||| %{smart_count} zařízení selhala |||| %{smart_count} zařízení selhalo',
    heldTroubled:
      '%{smart_count} zařízení má potíže |||| %{smart_count} zařízení mají potíže |||| %{smart_count} zařízení má potíže',
    silent: 'Mlčí %{span}',
    late: 'Má zpoždění %{span}',
    firmware: 'Firmware %{firmware} selhal',
    firmwareTarget: 'část %{target}',
    boots:
      '%{smart_count} start za 24 hodin |||| %{smart_count} starty za 24 hodin |||| %{smart_count} startů za 24 hodin',
    waiting:
      '%{smart_count} zpráva do zařízení čeká už %{span} |||| %{smart_count} zprávy do zařízení čekají už %{span} |||| %{smart_count} zpráv do zařízení čeká už %{span}',
    failing: 'Doručování selhává už %{span}',
    cancelling: 'Kód zrušil posledních %{count} doručení, už %{span}',
    stoppedLate: 'Zastaven už %{span}: jeho kódu %{count}krát za sebou došel čas',
    stopped: 'Zastaven už %{span}: příjemce odpověděl 410',
    away: 'Příjemce je nedostupný už %{span}',
    paused: 'Pozastavení skončí za %{span}',
    certificateExpires: 'Platnost certifikátu skončí za %{span}',
    certificateExpired: 'Certifikát je neplatný už %{span}',
    backlogMany: 'čeká více než %{count} doručení',
    backlog: '%{count} doručení čeká |||| %{count} doručení čekají |||| %{count} doručení čeká',
    notDelivered: 'nedoručeno za 24 hodin: %{count}',
    lost: 'Nedoručeno za 24 hodin: %{count}',
    behind: 'Nejstarší doručení čeká už %{span}',
    status: 'HTTP %{status}',
    other: 'Vyžaduje pozornost',
    since: 'Od %{time}',
  },
  snooze: {
    label: 'Odložit',
    of: 'Odložit: %{name}, %{words}',
    hour: 'Na 1 hodinu',
    tomorrow: 'Do zítra do 8:00',
    week: 'Na týden',
    done: 'Odloženo do %{time}',
    title: 'Odloženo (%{smart_count}) |||| Odloženo (%{smart_count}) |||| Odloženo (%{smart_count})',
    until: 'Do %{time}, odložil(a) %{by}',
    untilOnly: 'Do %{time}',
    mute: 'Zobrazit ztlumení',
    muteOf: 'Zobrazit ztlumení: %{name}, %{words}',
    resume: 'Zrušit odložení',
    resumeOf: 'Zrušit odložení: %{name}, %{words}',
    resumed: 'Odložení zrušeno',
  },
  hours: {
    title: 'Zprávy za hodinu',
    span: 'Období',
    day: '24 hodin',
    week: '7 dní',
    sum: 'Celkem %{total}, nejvíce %{most} za hodinu',
    none: 'Žádné',
    table: 'Jako tabulka',
    hour: 'Hodina',
    all: 'Vše',
  },
  deliveries: {
    title: 'Selhávající doručení',
    none: 'Žádná selhávající doručení.',
    retrying:
      '%{smart_count} se zkouší znovu |||| %{smart_count} se zkoušejí znovu |||| %{smart_count} se zkouší znovu',
  },
  firmware: {
    title: 'Probíhající aktualizace firmwaru',
    none: 'Žádné probíhající aktualizace firmwaru.',
    progress: 'Stahování %{firmware} do %{name}',
  },
}
export default messages
