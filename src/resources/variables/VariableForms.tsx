import { Box } from '@mui/material'
import { variableCreateSchema, variableInputSchema } from '#contract/variables'
import { Section } from '../../components/page'
import { FormInputs, ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { useTranslate } from '../../i18n/translate'
import { variableFields } from './fields'

/** Edit mode of a variable. Spec 2, sections 2 and 7. */
export function VariableEdit() {
  return (
    <Section title={useTranslate()('variables.details')}>
      <Box sx={{ maxWidth: 800 }}>
        <ResourceEdit fields={variableFields} schema={variableInputSchema} />
      </Box>
    </Section>
  )
}

/** Dialog that creates a variable; then the new one opens. Spec 2, sections 2 and 7. */
export function VariableCreate(props: CreateDialogProps) {
  return (
    <ResourceCreate {...props} fields={variableFields} schema={variableCreateSchema}>
      <FormInputs fields={variableFields} schema={variableCreateSchema} first={['device_id']} />
    </ResourceCreate>
  )
}
