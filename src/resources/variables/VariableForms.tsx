import { FormInputs, ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { variableFields } from './fields'
import { changedVariable, newVariable } from './schemas'

/** Edit mode of a variable. Rules, "Variables". */
export function VariableEdit() {
  return <ResourceEdit fields={variableFields} schema={changedVariable} />
}

/** Dialog that creates a variable; then the new one opens. Rules, "Variables". */
export function VariableCreate(props: CreateDialogProps) {
  return (
    <ResourceCreate {...props} fields={variableFields} schema={newVariable}>
      <FormInputs fields={variableFields} schema={newVariable} first={['device_id']} />
    </ResourceCreate>
  )
}
