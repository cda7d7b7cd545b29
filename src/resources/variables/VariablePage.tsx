import { useRecordContext } from 'react-admin'
import type { Variable } from '#contract/variables'
import { lazyPart } from '../../components/lazyPart'
import { Section } from '../../components/page'
import { RecordFields } from '../../components/resource/fields'
import { RecordPage } from '../../components/resource/RecordPage'
import { useTranslate } from '../../i18n/translate'
import { LockedText, variableFields } from './fields'

const VariableEdit = lazyPart(async () => ({ default: (await import('./VariableForms')).VariableEdit }))

function VariableShow() {
  return (
    <Section title={useTranslate()('variables.details')}>
      <RecordFields<Variable> fields={variableFields} />
    </Section>
  )
}

const LockedNote = () => (useRecordContext<Variable>()?.locked ? <LockedText full /> : null)

const lockedReason = ({ locked }: Variable) => (locked ? 'variables.lockedReason' : null)

/** One variable, viewed or edited. Spec 2, section 2. */
export default function VariablePage() {
  return (
    <RecordPage<Variable>
      subtitle={<LockedNote />}
      show={<VariableShow />}
      edit={<VariableEdit />}
      uneditable={lockedReason}
    />
  )
}
