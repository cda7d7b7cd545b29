import type { Shift } from '#contract/shifts'
import { useAlertTabs } from '../../components/alerts/useAlertTabs'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { OnShift } from './cells'
import { shiftFields } from './fields'
import { msg } from './texts'

const SORT = { field: 'name', order: 'ASC' } as const

const { name, ...others } = shiftFields
const columns = columnsOf<Shift>({
  name,
  now: {
    label: msg('shifts.now'),
    show: (shift: Shift) => <OnShift shift={shift} />,
    column: { card: 'line', least: 160 },
  },
  ...others,
})

/** Shifts of the space. Rules, "Alerts". */
export default function ShiftList() {
  return <ResourceList<Shift> columns={columns} defaultSort={SORT} tabOf={useAlertTabs('shifts')} />
}
