import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import { Chip } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FIRST_MESSAGE_AT } from '#contract/messages'
import { useSpaceport } from '../../dataProvider/queries'
import { type Translate, useTranslate } from '../../i18n/translate'
import { TimeText, useNow } from '../page'
import { latestTimes, rhythmOf, spanOf } from './rhythm'

interface DeviceProps {
  deviceId: string
}

/** Number of messages that a rhythm is computed from. */
const MESSAGES = 100
/** Milliseconds between requests for new messages (a hidden page makes none), and between renders. */
const INTERVAL = 15_000

/** Times of the last uplinks, newest first. The first request asks for all of them, later ones only for new ones. */
function useUplinkTimes(deviceId: string) {
  const { listMessages } = useSpaceport()
  const queryClient = useQueryClient()
  const queryKey = ['uplink-times', deviceId]
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData<number[]>(queryKey) ?? []
      const after = known[0] === undefined ? FIRST_MESSAGE_AT : new Date(known[0]).toISOString()
      const query = { device_id: deviceId, direction: ['up'], limit: MESSAGES, after }
      const found = await listMessages(query, signal)
      if (!Array.isArray(found)) return known // the call was denied
      const times = found.map(({ created_at }) => Date.parse(created_at))
      return latestTimes(known, times, MESSAGES)
    },
    staleTime: INTERVAL,
    refetchInterval: INTERVAL,
  })
}

/**
 * A device's rhythm at the current time: undefined until it is loaded, null with too few messages.
 * It renders again as time passes, so use it in the smallest part.
 */
function useRhythm({ deviceId }: DeviceProps) {
  const { data, isError } = useUplinkTimes(deviceId)
  const now = useNow(INTERVAL)
  return { rhythm: data && rhythmOf(data, now), failed: isError && !data, now }
}

/** "every 30 minutes"; the span is in milliseconds. */
function every(milliseconds: number, translate: Translate) {
  const { unit, count } = spanOf(milliseconds)
  return translate(`contact.every.${unit}`, { smart_count: count })
}

/** "3 intervals late" while a device has been silent for longer than ever before; nothing otherwise. */
export function Lateness(props: DeviceProps) {
  const translate = useTranslate()
  const late = useRhythm(props).rhythm?.late ?? 0
  if (late === 0) return null
  return (
    <Chip
      size="small"
      color="warning"
      variant="outlined"
      icon={<WarningIcon />}
      label={translate('contact.late', { smart_count: late })}
    />
  )
}

/** How often a device usually sends a message. */
export function UsualInterval(props: DeviceProps) {
  const translate = useTranslate()
  const { rhythm, failed } = useRhythm(props)
  if (rhythm) return every(rhythm.usual, translate)
  if (failed) return translate('contact.failed')
  return translate(rhythm === null ? 'contact.tooFew' : 'common.loading')
}

/** When a device is next expected, from the intervals of its last messages. Its downlinks wait until then. */
export function NextContact(props: DeviceProps) {
  const translate = useTranslate()
  const { rhythm, failed, now } = useRhythm(props)
  if (failed) return translate('contact.nextFailed')
  if (!rhythm) return translate(rhythm === null ? 'contact.nextUnknown' : 'common.loading')
  return (
    <>
      {translate(rhythm.expected < now ? 'contact.wasExpected' : 'contact.expected')}:{' '}
      <TimeText value={new Date(rhythm.expected).toISOString()} relative />, {every(rhythm.usual, translate)}.{' '}
      {translate('contact.waits')} <Lateness {...props} />
    </>
  )
}
