import { Suspense } from 'react'
import type { Device } from '#contract/devices'
import { lazyPart } from '../../../components/lazyPart'
import type { Column } from '../../../components/table/types'
import { msg } from '../texts'
import { CONTENT_WIDTH, columnOf, type useShownValues } from './chosen'

export const LatestCell = lazyPart(() => import('./LatestCell'))

/** The content loads later, but sets the column's width. */
const PLACE = <span style={{ display: 'inline-block', width: CONTENT_WIDTH }} />

/** A column for each value in the list. Default values only fill the remaining room. Memoise the result. */
export const valueColumnsOf = ({
  values,
  isChosen,
  choose,
}: ReturnType<typeof useShownValues>): Column<Device>[] =>
  values.map((value, place) => ({
    id: columnOf(value.path),
    label: msg('devices.lastValue'),
    labelText: value.label,
    sortBy: columnOf(value.path),
    hideable: false,
    choose: (isShown, left) =>
      choose(
        values.filter((one) => (one === value ? isShown : isChosen || !left.includes(columnOf(one.path)))),
      ),
    ...(isChosen ? { isChosen } : { dropPriority: -place }),
    width: CONTENT_WIDTH + 24,
    card: 'value',
    cell: ({ id }) => (
      <Suspense fallback={PLACE}>
        <LatestCell deviceId={id} value={value} chosen={values} />
      </Suspense>
    ),
  }))
