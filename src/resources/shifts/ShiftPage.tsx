import { WithRecord } from 'react-admin'
import type { Shift } from '#contract/shifts'
import { ChangesButton } from '../../components/audit/ChangesButton'
import { lazyPart } from '../../components/lazyPart'
import { Field } from '../../components/page'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { Gaps, OnShift } from './cells'
import { shiftFields } from './fields'
import { useTranslate } from './texts'

const ShiftEdit = lazyPart(async () => ({ default: (await import('./ShiftForms')).ShiftEdit }))

function ShiftShow({ shift }: { shift: Shift }) {
  return (
    <>
      <Gaps shift={shift} />
      <RecordDetails<Shift> fields={shiftFields} actions={<ChangesButton id={shift.id} />}>
        <Field label={useTranslate()('shifts.now')}>
          <OnShift shift={shift} />
        </Field>
      </RecordDetails>
    </>
  )
}

/** One shift, viewed or edited: its hours, who is on it now, and its gaps. Rules, "Alerts". */
export default function ShiftPage() {
  return (
    <RecordPage
      show={<WithRecord<Shift> render={(shift) => <ShiftShow shift={shift} />} />}
      edit={<ShiftEdit />}
    />
  )
}
