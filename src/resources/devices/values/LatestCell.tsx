import { styled } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useListContext } from 'react-admin'
import type { Device } from '#contract/devices'
import { latestApi } from '#contract/series'
import { RelativeTime } from '../../../components/page'
import { Sparkline } from '../../../components/series/Sparkline'
import { useValueText } from '../../../components/series/useValueText'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../history/texts'
import { type ChosenValue, CONTENT_WIDTH } from './chosen'

const DAY = 86_400_000
/** How often to look for new values, in milliseconds; a hidden page does not look. */
const POLL = 15_000
/** Devices of one question. */
const AT_ONCE = 100

const Value = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minWidth: CONTENT_WIDTH,
  fontVariantNumeric: 'tabular-nums',
  small: {
    color: theme.palette.text.secondary,
    fontSize: '0.75rem',
    whiteSpace: 'nowrap',
  },
}))

/** The last values of the devices on the page, asked for at once: React Query shares the answer among the cells. */
function useLatest(deviceId: string, chosen: readonly ChosenValue[]) {
  const { ask } = useSpaceport()
  const { data: devices = [] } = useListContext<Device>()
  const place = devices.findIndex(({ id }) => id === deviceId)
  const first = place - (place % AT_ONCE)
  const ids = devices.slice(first, first + AT_ONCE).map(({ id }) => id)
  const paths = chosen.map(({ path }) => path)
  return useQuery({
    queryKey: ['series-latest', ids, paths],
    queryFn: ({ signal }) => ask(latestApi.latest, { query: { device_id: ids, path: paths }, signal }),
    placeholderData: (shown) => shown,
    refetchInterval: POLL,
    // A row that scrolls into view asks for nothing.
    staleTime: POLL,
    enabled: place >= 0,
  })
}

interface LatestCellProps {
  deviceId: string
  value: ChosenValue
  /** All values that the list shows. */
  chosen: readonly ChosenValue[]
}

/** The last value of a device, how old it is, and how it went in the last 24 hours. */
export default function LatestCell({ deviceId, value, chosen }: LatestCellProps) {
  const translate = useTranslate()
  const valueText = useValueText()
  const { data, isError, dataUpdatedAt } = useLatest(deviceId, chosen)
  const latest = data?.find((one) => one.device_id === deviceId && one.path === value.path)
  if (isError && !data) return <Value title={translate('devices.history.values.failed')}>?</Value>
  if (!latest) return <Value>{data ? '–' : ''}</Value>
  const { points, last_value, last_at, is_boolean } = latest
  return (
    <Value>
      <Sparkline points={points} after={dataUpdatedAt - DAY} before={dataUpdatedAt} width={56} height={20} />
      <span>{valueText(last_value, { ...value, is_boolean })}</span>
      <small>
        <RelativeTime value={last_at} isShort />
      </small>
    </Value>
  )
}
