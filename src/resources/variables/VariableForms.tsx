import { variableEntity } from '#contract/variables'
import { FormInputs, ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { variableFields } from './fields'

/** Edit mode of a variable. Rules, "Variables". */
export function VariableEdit() {
  return <ResourceEdit fields={variableFields} schema={variableEntity.input} />
}

/** Dialog that creates a variable; then the new one opens. Rules, "Variables". */
export function VariableCreate(props: CreateDialogProps) {
  return (
    <ResourceCreate {...props} fields={variableFields} schema={variableEntity.create}>
      <FormInputs fields={variableFields} schema={variableEntity.create} first={['device_id']} />
    </ResourceCreate>
  )
}
