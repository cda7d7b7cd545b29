import { Box, FormHelperText } from '@mui/material'
import { useController } from 'react-hook-form'
import { type Audience, alertTestsApi } from '#contract/alerts'
import { SHIFTS_CAPABILITY } from '#contract/shifts/capability'
import { useTranslate as useAudienceTranslate } from '../../components/audience/texts'
import { useCapability } from '../../config'
import { PeopleInput, RolesInput, ShiftsInput } from './AudienceInputs'
import { ConnectorsInput } from './ConnectorsInput'
import { TestOfForm } from './test/TestOfForm'

/** The form's `notify` field: people who get e-mails, and connectors. */
export default function NotifyInput() {
  const audience = useAudienceTranslate()
  const { field } = useController<{ notify: Audience }, 'notify'>({ name: 'notify' })
  const { roles, user_ids, connector_ids, shift_ids } = field.value
  const change = (to: Partial<Audience>) => field.onChange({ ...field.value, ...to })
  const isTestable = useCapability(alertTestsApi.send.capability)
  const hasShifts = useCapability(SHIFTS_CAPABILITY)
  const isNobody = roles.length + user_ids.length + shift_ids.length === 0
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Box>
        <RolesInput roles={roles} onChange={(chosen) => change({ roles: chosen })} />
        {isNobody && <FormHelperText>{audience('audience.nobody')}</FormHelperText>}
      </Box>
      {hasShifts && <ShiftsInput isOfRule ids={shift_ids} onChange={(ids) => change({ shift_ids: ids })} />}
      <PeopleInput ids={user_ids} onChange={(ids) => change({ user_ids: ids })} />
      <Box sx={{ mt: 1 }}>
        <ConnectorsInput ids={connector_ids} onChange={(ids) => change({ connector_ids: ids })} />
      </Box>
      {isTestable && (
        <Box sx={{ mt: 1 }}>
          <TestOfForm />
        </Box>
      )}
    </Box>
  )
}
