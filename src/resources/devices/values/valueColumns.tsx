import { Suspense } from 'react'
import type { Device } from '#contract/devices'
import { lazyPart } from '../../../components/lazyPart'
import type { Column } from '../../../components/table/types'
import { msg } from '../texts'
import { type ChosenValue, CONTENT_WIDTH } from './chosen'

export const LatestCell = lazyPart(() => import('./LatestCell'))

/** Columns are as wide as their content, which comes later. */
const PLACE = <span style={{ display: 'inline-block', width: CONTENT_WIDTH }} />

/** A column for each of the chosen values. Keep its result for as long as they are the same. */
export const valueColumnsOf = (chosen: readonly ChosenValue[]): Column<Device>[] =>
  chosen.map((value) => ({
    id: `series:${value.path}`,
    label: msg('devices.lastValue'),
    labelText: value.label,
    sortBy: `series:${value.path}`,
    hideable: false,
    width: CONTENT_WIDTH + 24,
    card: 'below',
    cell: ({ id }) => (
      <Suspense fallback={PLACE}>
        <LatestCell deviceId={id} value={value} chosen={chosen} />
      </Suspense>
    ),
  }))
