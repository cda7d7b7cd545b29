import { Box, Chip } from '@mui/material'
import { useController } from 'react-hook-form'
import { DAY } from '#contract/common/durations'
import { serverNow } from '../../clock'
import { DateTimeInput } from '../form/DateTimeInput'
import { useTranslate } from './texts'

/** Days of the durations to choose from. */
const PRESETS = [1, 7, 30, 90]

interface EndInputProps {
  source?: string
  label?: string
  required?: boolean
}

/** A form field with the end of an access, and common durations from now. */
export default function EndInput({ source = 'ends_at', label, required = false }: EndInputProps) {
  const translate = useTranslate()
  const { field } = useController<Record<string, string | null>>({ name: source })
  const name = label ?? translate('access.ends.label')
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <DateTimeInput
        source={source}
        label={name}
        required={required}
        hint={required ? undefined : translate('access.ends.hint')}
      />
      <Box
        role="group"
        aria-label={`${name}: ${translate('access.ends.presets')}`}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
      >
        {PRESETS.map((days) => (
          <Chip
            key={days}
            size="small"
            variant="outlined"
            label={translate('access.ends.for', { smart_count: days })}
            onClick={() => field.onChange(new Date(serverNow() + days * DAY).toISOString())}
          />
        ))}
      </Box>
    </Box>
  )
}
