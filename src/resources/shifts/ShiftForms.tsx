import { Typography } from '@mui/material'
import { shiftEntity } from '#contract/shifts'
import { FormInputs } from '../../components/resource/FormInputs'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { shiftFields } from './fields'
import { useTranslate } from './texts'

/** Dialog that creates a shift. Rules, "Alerts". */
export function ShiftCreate(props: CreateDialogProps) {
  return (
    <ResourceCreate {...props} fields={shiftFields} schema={shiftEntity.input}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {useTranslate()('shifts.about')}
      </Typography>
      <FormInputs fields={shiftFields} schema={shiftEntity.input} />
    </ResourceCreate>
  )
}

/** Edit mode of a shift. Rules, "Alerts". */
export const ShiftEdit = () => <ResourceEdit fields={shiftFields} schema={shiftEntity.input} />
