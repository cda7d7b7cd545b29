import { OPERATIONS_CAPABILITY } from '#contract/connectors/capability'
import { SECRETS_CAPABILITY } from '#contract/variables'
import { FormInputs } from '../../components/resource/FormInputs'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { useCapability } from '../../config'
import { variableFields } from './fields'
import { changedVariable, newVariable } from './schemas'

/** Limits the input to fields that the server supports. */
function useKnown() {
  const isShared = useCapability(OPERATIONS_CAPABILITY)
  const isSecret = useCapability(SECRETS_CAPABILITY)
  return ({ for_connectors, secret, ...input }: Record<string, unknown>) => ({
    ...input,
    ...(isShared && { for_connectors }),
    ...(isSecret && { secret }),
  })
}

/** Edit mode of a variable. Rules, "Variables". */
export function VariableEdit() {
  return <ResourceEdit fields={variableFields} schema={changedVariable} transform={useKnown()} />
}

/** Dialog that creates a variable; then its page opens. Rules, "Variables". */
export function VariableCreate(props: CreateDialogProps) {
  return (
    <ResourceCreate {...props} fields={variableFields} schema={newVariable} transform={useKnown()}>
      <FormInputs fields={variableFields} schema={newVariable} first={['device_id']} />
    </ResourceCreate>
  )
}
