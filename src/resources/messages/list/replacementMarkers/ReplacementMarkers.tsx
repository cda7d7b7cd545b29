import { type ReactNode, Suspense, useMemo } from 'react'
import { useListContext } from 'react-admin'
import type { DeviceReplacement } from '#contract/devices/handover'
import { type Message, messagesApi } from '#contract/messages'
import { lazyPart } from '../../../../components/lazyPart'
import { useReplacements } from '../../../../components/replacement/useReplacements'
import { type RowMarks, RowMarksContext } from '../../../../components/table'
import { useRead } from '../../../../dataProvider/answers'
import { queryOf } from '../../../../dataProvider/endpoints'
import { useListMessages } from '../../../../dataProvider/messagePages'
import { useLiveAddress } from '../tail/useTail'
import { type Places, placesOf } from './places'

const ReplacementMarker = lazyPart(() => import('../../../../components/replacement/ReplacementMarker'))

const NO_ROWS: readonly never[] = []

const markOf = (markers: readonly DeviceReplacement[]) =>
  markers.length > 0 ? (
    <Suspense>
      <ReplacementMarker markers={markers} />
    </Suspense>
  ) : null

const marksOf = ({ above, end }: Places): RowMarks => ({
  above: new Map([...above].map(([id, markers]) => [id, markOf(markers)])),
  end: markOf(end),
})

/**
 * Id of the newest matching message before a marker; requested only if the page alone does not say where the marker
 * belongs.
 */
function useNewestBefore(marker: DeviceReplacement | null, filter: Record<string, unknown>) {
  const listMessages = useListMessages()
  return useRead(
    messagesApi.list,
    { newestBefore: marker?.id, filter },
    async (signal) => {
      if (!marker) return null
      const query = queryOf({ query: messagesApi.list.query.shape }, filter)
      const before = new Date(Date.parse(marker.created_at) - 1).toISOString()
      const [newest] = await listMessages({ ...query, before, limit: 1 }, signal)
      return newest?.id ?? null
    },
    { enabled: marker !== null },
  ).data
}

/** Marks replacements of the hardware in the list of a device's messages. */
export function ReplacementMarkers({ children }: { children: ReactNode }) {
  const { data, filter, filterValues, page, hasNextPage } = useListContext<Message>()
  const { isLive } = useLiveAddress()
  const rows = data ?? NO_ROWS
  const deviceId: unknown = filter?.device_id
  const markers = useReplacements(
    typeof deviceId === 'string' ? deviceId : null,
    rows.find(({ direction }) => direction === 'up')?.device_serial_number,
  ).data
  const wanted = useMemo(() => ({ ...filterValues, ...filter }), [filterValues, filter])
  const places = useMemo(() => {
    const { after, before } = queryOf({ query: messagesApi.list.query.shape }, wanted)
    const range = {
      ...(typeof after === 'string' && { after }),
      ...(typeof before === 'string' && { before }),
    }
    // Messages older than the tail are unknown here.
    return placesOf(markers ?? NO_ROWS, {
      rows,
      isFirst: page === 1,
      isLast: !hasNextPage && !isLive,
      ...range,
    })
  }, [markers, rows, page, hasNextPage, isLive, wanted])
  const newestBefore = useNewestBefore(places.unsure, wanted)
  const marks = useMemo(() => {
    const { unsure } = places
    const first = rows[0]?.id
    if (!unsure || first === undefined || first !== newestBefore) return marksOf(places)
    return marksOf({ ...places, above: new Map([...places.above, [first, [unsure]]]) })
  }, [places, rows, newestBefore])
  return <RowMarksContext.Provider value={marks}>{children}</RowMarksContext.Provider>
}
