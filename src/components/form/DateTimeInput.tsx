import 'dayjs/locale/cs'
import 'dayjs/locale/en-gb'
import { DateTimePicker, LocalizationProvider } from '@mui/x-date-pickers'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { csCZ } from '@mui/x-date-pickers/locales'
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc'
import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import { hasTwelveHours, useClock } from '../../clock'
import { timeAt, wallAt } from '../../clock/wall'
import { BREAKPOINTS } from '../../theme/theme'

dayjs.extend(utc)

const czech = csCZ.components.MuiLocalizationProvider.defaultProps.localeText

interface DateTimeInputProps {
  source: string
  label: string
  hint?: string | undefined
  required?: boolean
}

/**
 * A form field with a time as ISO text, or null. The person chooses it by their own clock: the picker gets the wall
 * time as if it were UTC, so that the console handles clock changes.
 */
export function DateTimeInput({ source, label, hint, required = false }: DateTimeInputProps) {
  const { zone, locale } = useClock()
  const { field, fieldState } = useController<Record<string, string | null>>({ name: source })
  const error = fieldState.error?.message
  const time = field.value ? Date.parse(field.value) : Number.NaN
  const value = Number.isNaN(time) ? null : dayjs.utc(wallAt(time, zone))
  const isCzech = locale === 'cs'
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={isCzech ? 'cs' : 'en-gb'}
      localeText={isCzech ? czech : undefined}
    >
      <DateTimePicker
        label={label}
        inputRef={field.ref}
        // On a phone, it is a dialog, even with a mouse.
        desktopModeMediaQuery={`@media (pointer: fine) and (min-width: ${BREAKPOINTS.phone}px)`}
        timezone="UTC"
        ampm={hasTwelveHours(locale)}
        value={value}
        onChange={(wall) =>
          // An incomplete time is a text that cannot be sent.
          field.onChange(
            wall && (wall.isValid() ? new Date(timeAt(wall.valueOf(), zone)).toISOString() : '?'),
          )
        }
        slotProps={{
          textField: {
            required,
            fullWidth: true,
            error: fieldState.invalid,
            helperText: error ? <ValidationError error={error} /> : hint,
            onBlur: field.onBlur,
          },
          field: { clearable: !required },
        }}
      />
    </LocalizationProvider>
  )
}
