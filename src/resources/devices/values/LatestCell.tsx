import { styled } from '@mui/material'
import { useListContext } from 'react-admin'
import type { Device } from '#contract/devices'
import { serverTimeOf } from '../../../clock'
import { RelativeTime } from '../../../components/page'
import { Sparkline } from '../../../components/series/Sparkline'
import { useLatest } from '../../../components/series/useSeries'
import { useValueText } from '../../../components/series/useValueText'
import { useTranslate } from '../texts'
import { AT_ONCE, type ChosenValue, CONTENT_WIDTH } from './chosen'

const Value = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  'td &': { minWidth: CONTENT_WIDTH },
  // A card shows only the name and the value.
  'li & :is(svg, small)': { display: 'none' },
  fontVariantNumeric: 'tabular-nums',
  small: {
    color: theme.palette.text.secondary,
    fontSize: '0.75rem',
    whiteSpace: 'nowrap',
  },
}))

/** Last values of the devices on the page, in one request. */
function useLatestOfPage(deviceId: string, chosen: readonly ChosenValue[]) {
  const { data: devices = [] } = useListContext<Device>()
  const place = devices.findIndex(({ id }) => id === deviceId)
  const first = place - (place % AT_ONCE)
  const ids = place < 0 ? [] : devices.slice(first, first + AT_ONCE).map(({ id }) => id)
  return useLatest(
    ids,
    chosen.map(({ path }) => path),
  )
}

interface LatestCellProps {
  deviceId: string
  value: ChosenValue
  /** All values in the list. */
  chosen: readonly ChosenValue[]
}

/** Last value of a device, its age, and its course over 24 hours. */
export default function LatestCell({ deviceId, value, chosen }: LatestCellProps) {
  const translate = useTranslate()
  const valueText = useValueText()
  const { data, isError, dataUpdatedAt } = useLatestOfPage(deviceId, chosen)
  const latest = data?.find((one) => one.device_id === deviceId && one.path === value.path)
  if (isError && !data) return <Value title={translate('devices.valuesFailed')}>?</Value>
  if (!latest) return <Value data-none>{data ? '–' : ''}</Value>
  const { points, last_value, last_at, is_boolean } = latest
  return (
    <Value>
      <Sparkline points={points} before={serverTimeOf(dataUpdatedAt)} width={56} height={20} />
      <span>{valueText(last_value, { ...value, is_boolean })}</span>
      <small>
        <RelativeTime value={last_at} isShort />
      </small>
    </Value>
  )
}
