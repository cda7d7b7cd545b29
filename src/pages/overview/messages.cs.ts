import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  kiosk: 'Nástěnná obrazovka',
  leaveKiosk: 'Opustit nástěnnou obrazovku',
  stale: 'Přehled se nepodařilo obnovit. Byl načten %{ago}.',
  states: {
    title: 'Zařízení podle stavu',
    silent: 'Mlčí',
    late: 'Opožděna',
    on_time: 'Včas',
    never: 'Dosud se neozvala',
    none: 'Zatím tu nejsou žádná zařízení.',
    toDevices: 'Přejít na zařízení',
  },
  attention: {
    title: 'Vyžaduje pozornost',
    count: '%{smart_count} řádek |||| %{smart_count} řádky |||| %{smart_count} řádků',
    fine: 'Vše je v pořádku',
    fineHint: 'Nic teď nevyžaduje pozornost. Tato stránka se sama obnovuje.',
    more: 'Zobrazit další',
    usually: 'obvykle %{every}',
    usuallyHeard: 'zařízení se obvykle ozývá %{every}',
    alert:
      '%{smart_count} zařízení už %{span} |||| %{smart_count} zařízení, první už %{span} |||| %{smart_count} zařízení, první už %{span}',
    connectorAlert:
      '%{smart_count} konektor už %{span} |||| %{smart_count} konektory, první už %{span} |||| %{smart_count} konektorů, první už %{span}',
    acknowledged: 'stará se %{name}',
    silent: 'Mlčí %{span}',
    late: 'Opožděno o %{span}',
    firmware: 'Firmware %{firmware} selhal',
    firmwareTarget: 'část %{target}',
    boots:
      '%{smart_count} start za 24 hodin |||| %{smart_count} starty za 24 hodin |||| %{smart_count} startů za 24 hodin',
    waiting:
      '%{smart_count} zpráva pro zařízení čeká už %{span} |||| %{smart_count} zprávy pro zařízení čekají už %{span} |||| %{smart_count} zpráv pro zařízení čeká už %{span}',
    failing: 'Doručování selhává už %{span}',
    cancelling: 'Kód zrušil posledních %{count} doručení, už %{span}',
    stoppedLate: 'Zastaven už %{span}: jeho kódu %{count}krát za sebou došel čas',
    stopped: 'Zastaven už %{span}: příjemce odpověděl 410',
    away: 'Příjemce je nedostupný už %{span}',
    paused: 'Pozastavení skončí za %{span}',
    certificateExpires: 'Platnost jeho certifikátu skončí za %{span}',
    certificateExpired: 'Jeho certifikát je neplatný už %{span}',
    backlogMany: 'čeká více než %{count} doručení',
    backlog: '%{count} doručení čeká |||| %{count} doručení čekají |||| %{count} doručení čeká',
    givenUp:
      '%{smart_count} doručení vzdáno za 24 hodin |||| %{smart_count} doručení vzdána za 24 hodin |||| %{smart_count} doručení vzdáno za 24 hodin',
    status: 'HTTP %{status}',
    other: 'Vyžaduje pozornost',
    since: 'Od %{time}',
  },
  snooze: {
    label: 'Odložit',
    of: 'Odložit: %{name}, %{words}',
    hour: 'O hodinu',
    tomorrow: 'Do zítra do 8:00',
    week: 'O týden',
    done: 'Odloženo do %{time}',
    title: 'Odloženo (%{smart_count}) |||| Odloženo (%{smart_count}) |||| Odloženo (%{smart_count})',
    until: 'Do %{time}, odložil(a) %{by}',
    untilOnly: 'Do %{time}',
    mute: 'Zobrazit ztlumení',
    muteOf: 'Zobrazit ztlumení: %{name}, %{words}',
    resume: 'Vrátit',
    resumeOf: 'Vrátit: %{name}, %{words}',
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
    none: 'Žádné doručení neselhává.',
    failed:
      '%{smart_count} doručení vzdáno za 24 hodin |||| %{smart_count} doručení vzdána za 24 hodin |||| %{smart_count} doručení vzdáno za 24 hodin',
    retrying:
      '%{smart_count} se zkouší znovu |||| %{smart_count} se zkoušejí znovu |||| %{smart_count} se zkouší znovu',
  },
  firmware: {
    title: 'Probíhající aktualizace firmwaru',
    none: 'Žádná aktualizace firmwaru neprobíhá.',
    more: 'a %{smart_count} další |||| a %{smart_count} další |||| a %{smart_count} dalších',
    progress: 'Stahování %{firmware} do %{name}',
  },
}
export default messages
