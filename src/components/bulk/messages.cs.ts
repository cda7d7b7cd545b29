import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  stop: 'Zastavit',
  stopping: 'Zastavuje se…',
  progress: '%{done} z %{total}',
  progressLabel: 'Průběh',
  counts: {
    done: '%{smart_count} hotovo |||| %{smart_count} hotovo |||| %{smart_count} hotovo',
    unchanged: '%{smart_count} beze změny |||| %{smart_count} beze změny |||| %{smart_count} beze změny',
    failed: '%{smart_count} selhalo |||| %{smart_count} selhala |||| %{smart_count} selhalo',
    skipped: '%{smart_count} přeskočeno |||| %{smart_count} přeskočena |||| %{smart_count} přeskočeno',
  },
  states: {
    waiting: 'Čeká',
    done: 'OK',
    unchanged: 'Beze změny',
    failed: 'Selhalo',
    skipped: 'Přeskočeno',
  },
}
export default messages
