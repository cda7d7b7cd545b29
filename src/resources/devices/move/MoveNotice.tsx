import { Alert, Button, Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { spaceAddresses } from '../../../addresses'
import { formatTime, useClock } from '../../../clock'
import { useTranslate } from './texts'
import { useSpaceName } from './useSpaces'

interface MoveProps {
  deviceId: string
  spaceId: string
  /** Time of the move, in ISO. */
  at: string
}

/** For a device that was moved away: its new space. */
function Left({ deviceId, spaceId, at }: MoveProps) {
  const translate = useTranslate()
  const date = formatTime(Date.parse(at), useClock())
  const space = useSpaceName(spaceId)
  if (space === undefined) return null
  return (
    <Alert
      severity="info"
      sx={{ mt: 2 }}
      action={
        space && (
          <Button
            component={RouterLink}
            to={spaceAddresses(spaceId).record('devices', deviceId)}
            color="inherit"
            size="small"
          >
            {translate('devices.move.open')}
          </Button>
        )
      }
    >
      {space
        ? translate('devices.move.left', { space, date })
        : translate('devices.move.leftUnseen', { date })}
    </Alert>
  )
}

/** For a device from another space: where its earlier messages are. */
function Came({ deviceId, spaceId, at }: MoveProps) {
  const translate = useTranslate()
  const date = formatTime(Date.parse(at), useClock())
  const space = useSpaceName(spaceId)
  if (space === undefined) return null
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
      <span>
        {space
          ? translate('devices.move.came', { space, date })
          : translate('devices.move.cameUnseen', { date })}
      </span>{' '}
      {space && (
        <Link component={RouterLink} to={spaceAddresses(spaceId).list('messages', { deviceId })}>
          {translate('devices.move.earlier')}
        </Link>
      )}
    </Typography>
  )
}

/** Says where a device was moved to or from. */
export default function MoveNotice({ device }: { device: Device }) {
  const { id: deviceId, moved_at, moved_to, moved_from, created_at } = device
  return (
    <>
      {moved_at && moved_to && <Left deviceId={deviceId} spaceId={moved_to} at={moved_at} />}
      {!moved_at && moved_from && <Came deviceId={deviceId} spaceId={moved_from} at={created_at} />}
    </>
  )
}
