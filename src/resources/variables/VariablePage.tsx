import { WithRecord } from 'react-admin'
import type { Variable } from '#contract/variables'
import { lazyPart } from '../../components/lazyPart'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { LockedText, variableFields } from './fields'
import { LockButton } from './LockButton'

const VariableEdit = lazyPart(async () => ({ default: (await import('./VariableForms')).VariableEdit }))

/** One variable, viewed or edited. Rules, "Variables". */
export default function VariablePage() {
  return (
    <RecordPage
      actions={<LockButton />}
      subtitle={<WithRecord<Variable> render={({ locked }) => locked && <LockedText full />} />}
      show={<RecordDetails<Variable> fields={variableFields} />}
      edit={<VariableEdit />}
    />
  )
}
