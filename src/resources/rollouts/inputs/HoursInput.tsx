import { Stack } from '@mui/material'
import { BooleanInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { HoursFields, ZoneInput } from '../../../components/hours/HoursFields'
import { msg } from '../../../components/rollouts/texts'
import type { HoursValues } from '../times'

/** The form field `hours`: when devices may get what is ordered. */
export default function HoursInput() {
  const isOn = useWatch<{ hours: HoursValues }, 'hours.isOn'>({ name: 'hours.isOn' })
  return (
    <Stack sx={{ gap: 2 }}>
      <BooleanInput source="hours.isOn" label={msg('rollouts.form.hours')} helperText={false} />
      {isOn && (
        <>
          <HoursFields source="hours" />
          <ZoneInput source="hours.timezone" />
        </>
      )}
    </Stack>
  )
}
