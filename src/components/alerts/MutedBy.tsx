import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Alert } from '#contract/alerts'
import { formatTime, useClock } from '../../clock'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useTranslate } from './texts'

/** Mutes: until when, and who made them; links lead to where they are ended. */
export function MutedBy({ mutes }: Pick<Alert, 'mutes'>) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const clock = useClock()
  return mutes.map(({ id, name, ends_at, created_by }) => (
    <div key={id}>
      <Link component={RouterLink} to={addresses.record('mutes', id)} color="inherit">
        {name}
      </Link>{' '}
      {translate('alerts.mutedUntil', { time: formatTime(Date.parse(ends_at), clock), by: created_by })}
    </div>
  ))
}
