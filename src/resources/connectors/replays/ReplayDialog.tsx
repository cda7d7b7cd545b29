import { Box, Chip, FormControlLabel, Switch } from '@mui/material'
import { useState } from 'react'
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form'
import { DAY, HOUR } from '#contract/common/durations'
import type { Connector } from '#contract/connectors'
import { serverNow } from '../../../clock'
import { TaskDialog, useKeptPlace } from '../../../components/dialog/TaskDialog'
import { DateTimeInput } from '../../../components/form/DateTimeInput'
import { NumberInput } from '../../../components/form/NumberInput'
import { ZoneNote } from '../../../components/value/ZoneNote'
import { newValues, type ReplayValues } from './form'
import { Outcome } from './Outcome'
import { ScopeInputs, TypesInput } from './ScopeInputs'
import { msg, useTranslate } from './texts'

const PRESETS = { hour: HOUR, day: DAY, week: 168 * HOUR } as const
const PRESET_NAMES = ['hour', 'day', 'week'] as const

/** Period in which the messages were created. */
function PeriodInputs() {
  const translate = useTranslate()
  const { setValue } = useFormContext<ReplayValues>()
  const choose = (span: number) => {
    const now = serverNow()
    setValue('after', new Date(now - span).toISOString())
    setValue('before', new Date(now).toISOString())
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <DateTimeInput source="after" label={translate('connectors.replays.after')} required />
        <DateTimeInput source="before" label={translate('connectors.replays.before')} required />
      </Box>
      <Box
        role="group"
        aria-label={translate('connectors.replays.presets')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
      >
        {PRESET_NAMES.map((name) => (
          <Chip
            key={name}
            size="small"
            variant="outlined"
            label={translate(`connectors.replays.${name}`)}
            onClick={() => choose(PRESETS[name])}
          />
        ))}
      </Box>
      <ZoneNote text={msg('connectors.replays.zone')} />
    </Box>
  )
}

interface DialogProps {
  connector: Connector
  onClose: () => void
}

/** Asks which messages to send again, counts them, and starts the replay. */
export default function ReplayDialog({ connector, onClose }: DialogProps) {
  const translate = useTranslate()
  const [defaultValues] = useState(() => newValues(connector, serverNow()))
  const form = useForm<ReplayValues>({ defaultValues })
  useKeptPlace()
  return (
    <TaskDialog
      title={translate('connectors.replays.dialogTitle', { name: connector.name })}
      maxWidth="md"
      onClose={onClose}
    >
      <FormProvider {...form}>
        <Outcome connector={connector} onClose={onClose}>
          <PeriodInputs />
          <ScopeInputs />
          <TypesInput />
          <Controller
            name="failed_only"
            control={form.control}
            render={({ field: { value, onChange, ref } }) => (
              <FormControlLabel
                label={translate('connectors.replays.failedOnly')}
                control={<Switch checked={value} onChange={onChange} slotProps={{ input: { ref } }} />}
              />
            )}
          />
          <Box sx={{ maxWidth: 420 }}>
            <NumberInput
              source="rate"
              label={msg('connectors.replays.rate')}
              hint={msg('connectors.replays.rateHint')}
              keyboard="decimal"
            />
          </Box>
        </Outcome>
      </FormProvider>
    </TaskDialog>
  )
}
