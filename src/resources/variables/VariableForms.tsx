import { variableCreateSchema, variableInputSchema } from '#contract/variables'
import { FormInputs, ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { variableFields } from './fields'

/** Edit mode of a variable. Spec 2, sections 2 and 7. */
export function VariableEdit() {
  return <ResourceEdit fields={variableFields} schema={variableInputSchema} />
}

/** Dialog that creates a variable; then the new one opens. Spec 2, sections 2 and 7. */
export function VariableCreate(props: CreateDialogProps) {
  return (
    <ResourceCreate {...props} fields={variableFields} schema={variableCreateSchema}>
      <FormInputs fields={variableFields} schema={variableCreateSchema} first={['device_id']} />
    </ResourceCreate>
  )
}
