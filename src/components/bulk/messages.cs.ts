import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  more: 'a %{smart_count} další |||| a %{smart_count} další |||| a %{smart_count} dalších',
  hidden: {
    title: 'Vybráno, ale v seznamu nezobrazeno',
    mark: 'v seznamu není zobrazeno',
    warning:
      'V seznamu teď není vidět %{smart_count} z nich. |||| V seznamu teď nejsou vidět %{smart_count} z nich. |||| V seznamu teď není vidět %{smart_count} z nich.',
    deselect: 'Zrušit výběr %{name}',
    deselectAll: 'Zrušit výběr všech',
  },
  names: 'Vybráno',
  stop: 'Zastavit',
  stopping: 'Zastavuje se…',
  progress: '%{done} z %{total}',
  progressLabel: 'Průběh',
  checking: 'Ověřují se řádky s neznámým výsledkem: %{done} z %{total}',
  waiting: 'Čeká se na server…',
  check: 'Zjistit znovu',
  save: 'Stáhnout výsledky',
  unknown:
    'U %{smart_count} řádku není známo, zda se změna provedla: server neodpověděl. |||| U %{smart_count} řádků není známo, zda se změny provedly: server neodpověděl. |||| U %{smart_count} řádků není známo, zda se změny provedly: server neodpověděl.',
  notMade: 'Server neodpověděl a změna se neprovedla.',
  counts: {
    done: '%{smart_count} hotovo |||| %{smart_count} hotovo |||| %{smart_count} hotovo',
    unchanged: '%{smart_count} beze změny |||| %{smart_count} beze změny |||| %{smart_count} beze změny',
    failed: '%{smart_count} selhalo |||| %{smart_count} selhala |||| %{smart_count} selhalo',
    skipped: '%{smart_count} přeskočeno |||| %{smart_count} přeskočena |||| %{smart_count} přeskočeno',
    unknown: '%{smart_count} neznámé |||| %{smart_count} neznámá |||| %{smart_count} neznámých',
  },
  states: {
    waiting: 'Čeká',
    done: 'OK',
    unchanged: 'Beze změny',
    failed: 'Selhalo',
    skipped: 'Přeskočeno',
    unknown: 'Neznámo',
  },
  columns: { name: 'název', id: 'id', result: 'výsledek', message: 'zpráva' },
  leave: {
    title: 'Zastavit tuto operaci?',
    text: 'Rozpracované položky se dokončí a další se už nezačnou.',
    stop: 'Zastavit',
    leave: 'Zastavit a odejít',
    stay: 'Nechat běžet',
  },
}
export default messages
