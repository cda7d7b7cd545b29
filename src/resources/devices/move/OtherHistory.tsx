import { Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { spaceAddresses } from '../../../addresses'
import { formatTime, useClock } from '../../../clock'
import { useTranslate } from './texts'
import { useSpaceName } from './useSpaces'

interface PartProps {
  deviceId: string
  spaceId: string
  /** Time of the move, in ISO. */
  at: string
  part: 'before' | 'after'
}

function Part({ deviceId, spaceId, at, part }: PartProps) {
  const translate = useTranslate()
  const date = formatTime(Date.parse(at), useClock())
  const space = useSpaceName(spaceId)
  if (space === undefined) return null
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
      <span>
        {space
          ? translate(`devices.move.histories.${part}`, { space, date })
          : translate(`devices.move.histories.${part}Unseen`, { date })}
      </span>{' '}
      {space && (
        <Link
          component={RouterLink}
          to={`${spaceAddresses(spaceId).record('devices', deviceId)}?tab=history`}
        >
          {translate('devices.move.histories.open')}
        </Link>
      )}
    </Typography>
  )
}

/** Says which other spaces have values of a moved device, and from which time. */
export function OtherHistory({ device }: { device: Device }) {
  const { id: deviceId, moved_at, moved_to, moved_from, created_at } = device
  return (
    <>
      {moved_from && <Part {...{ deviceId }} spaceId={moved_from} at={created_at} part="before" />}
      {moved_at && moved_to && <Part {...{ deviceId }} spaceId={moved_to} at={moved_at} part="after" />}
    </>
  )
}
