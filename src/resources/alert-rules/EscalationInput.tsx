import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/Close'
import { Box, Button, FormHelperText, IconButton, Stack, Typography } from '@mui/material'
import { useRef } from 'react'
import { ValidationError } from 'react-admin'
import { useController, useFieldArray, useFormState } from 'react-hook-form'
import { type Audience, ESCALATION_STEPS_MAX, type EscalationStep } from '#contract/alerts'
import { SHIFTS_CAPABILITY } from '#contract/shifts/capability'
import { NumberInput } from '../../components/form'
import { useCapability } from '../../config'
import { PeopleInput, RolesInput, ShiftsInput } from './AudienceInputs'
import { ConnectorsInput } from './ConnectorsInput'
import { msg, useTranslate } from './texts'

interface Values {
  escalation: EscalationStep[]
}

/** Minutes between a new step and the one before it. */
const LATER = 15

const newStep = (after: number): EscalationStep => ({
  minutes: after + LATER,
  roles: [],
  user_ids: [],
  connector_ids: [],
  shift_ids: [],
})

const PLAIN = { border: 0, p: 0, m: 0, minWidth: 0 }

function StepInputs({ index }: { index: number }) {
  const name = `escalation.${index}` as const
  const { field } = useController<Values, typeof name>({ name })
  const { roles, user_ids, shift_ids, connector_ids } = field.value
  const change = (to: Partial<Audience>) => field.onChange({ ...field.value, ...to })
  return (
    <Stack sx={{ gap: 1.5 }}>
      <NumberInput
        source={`${name}.minutes`}
        label={msg('alert-rules.escalation.minutes')}
        keyboard="numeric"
        isRequired
      />
      <ShiftsInput ids={shift_ids} onChange={(ids) => change({ shift_ids: ids })} />
      <PeopleInput ids={user_ids} onChange={(ids) => change({ user_ids: ids })} />
      <RolesInput roles={roles} onChange={(chosen) => change({ roles: chosen })} />
      <ConnectorsInput ids={connector_ids} onChange={(ids) => change({ connector_ids: ids })} />
    </Stack>
  )
}

function Steps() {
  const translate = useTranslate()
  const { fields, append, remove } = useFieldArray<Values, 'escalation'>({ name: 'escalation' })
  const { errors } = useFormState<Values>({ name: 'escalation' })
  const error = errors.escalation?.root?.message ?? errors.escalation?.message
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <Stack component="fieldset" data-field sx={{ ...PLAIN, gap: 2, alignItems: 'start' }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0 }}>
        {translate('alert-rules.escalation.title')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('alert-rules.escalation.hint')}
      </Typography>
      {fields.map(({ id }, index) => (
        <Box
          key={id}
          component="fieldset"
          aria-label={translate('alert-rules.escalation.step', { number: index + 1 })}
          sx={{ ...PLAIN, width: '100%', borderTop: 1, borderColor: 'divider', pt: 1.5 }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
            <Typography variant="subtitle2" component="h3" sx={{ flexGrow: 1 }}>
              {translate('alert-rules.escalation.step', { number: index + 1 })}
            </Typography>
            <IconButton
              aria-label={translate('alert-rules.escalation.remove', { number: index + 1 })}
              onClick={() => {
                remove(index)
                addButton.current?.focus()
              }}
            >
              <RemoveIcon fontSize="small" />
            </IconButton>
          </Box>
          <StepInputs index={index} />
        </Box>
      ))}
      {error && (
        <FormHelperText error>
          <ValidationError error={error} />
        </FormHelperText>
      )}
      {fields.length < ESCALATION_STEPS_MAX && (
        <Button
          ref={addButton}
          startIcon={<AddIcon />}
          onClick={() => append(newStep(fields.at(-1)?.minutes ?? 0), { shouldFocus: false })}
        >
          {translate('alert-rules.escalation.add')}
        </Button>
      )}
    </Stack>
  )
}

/** The form's `escalation` field: who is notified later, while nobody has acknowledged an alert. */
export default function EscalationInput() {
  return useCapability(SHIFTS_CAPABILITY) ? <Steps /> : null
}
