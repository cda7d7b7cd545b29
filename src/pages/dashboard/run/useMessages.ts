import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { BOUNDED_LISTS_CAPABILITY, LIST_LIMIT } from '#contract/common'
import { HOUR } from '#contract/common/durations'
import { messagesApi } from '#contract/messages'
import { serverNow } from '../../../clock'
import { parseJson } from '../../../components/json'
import { setParameter, useCurrentAddress } from '../../../components/page'
import { type DateRange, readRange } from '../../../components/table/dates/ranges'
import { defaultStart } from '../../../components/table/dates/typed'
import { useCapability } from '../../../config'
import { useRead } from '../../../dataProvider/answers'
import { readMessages, useListMessages } from '../../../dataProvider/messagePages'
import { parseRelative, startOfRelative } from '../../../dataProvider/ranges'
import type { Span } from '../series'

/** The device or tag whose messages the dashboard shows. */
export interface Owner {
  kind: 'device' | 'tag'
  id: string
}

const PARAMETER = 'range'

/** The time range in the address; undefined until people choose one. */
export function useRange() {
  const [search] = useSearchParams()
  const { push } = useCurrentAddress()
  const text = search.get(PARAMETER)
  const range = useMemo(() => (text === null ? undefined : readRange(parseJson(text))), [text])
  const setRange = (next: DateRange | undefined) =>
    push((parameters) => setParameter(parameters, PARAMETER, next ? JSON.stringify(next) : null))
  return { range, setRange }
}

/** Largest number of messages in a dashboard. Rules, "Dashboard". */
export const MESSAGES_MAX = LIST_LIMIT

/**
 * Ten days before a time, at 08:00 UTC in every zone, so that a shared link shows the same data to all. Rules,
 * "Dashboard".
 */
const standardStart = (time: Date) => defaultStart(time, 'UTC')

/**
 * Bounds of a query for the messages of a range. The default start is ten days before the end, at 08:00 UTC. Rules,
 * "Dashboard".
 */
export function boundsOf(range: DateRange | undefined, now: Date): { after: string; before?: string } {
  if (range && 'relative' in range) {
    const parts = parseRelative(range.relative)
    return { after: parts ? startOfRelative(parts, now) : standardStart(now) }
  }
  const { start, end } = range ?? {}
  return { after: start ?? standardStart(end ? new Date(end) : now), before: end }
}

/** How far the clock of a device may be ahead, in ms. */
const AHEAD = HOUR

/**
 * The span of a range, in ms since 1970. Without an end it ends a little after now, because the clock of a device may
 * be ahead.
 * @param readAt when its messages were read, in ms since 1970
 */
export function spanOf(range: DateRange | undefined, readAt: number): Span {
  const { after, before } = boundsOf(range, new Date(readAt))
  return [Date.parse(after), before === undefined ? readAt + AHEAD : Date.parse(before)]
}

/** The newest uplinks with data of a device or tag in a range. Rules, "Dashboard". */
export function useMessages({ kind, id }: Owner, range: DateRange | undefined) {
  const listMessages = useListMessages()
  const isBounded = useCapability(BOUNDED_LISTS_CAPABILITY)
  return useRead(
    messagesApi.list,
    { kind, id, range },
    async (signal) => {
      const query = {
        [`${kind}_id` as const]: id,
        ...boundsOf(range, new Date(serverNow())),
        direction: ['up'],
        type: ['data'],
      }
      if (!isBounded) return await listMessages({ ...query, limit: MESSAGES_MAX }, signal)
      return await readMessages(listMessages, query, MESSAGES_MAX, signal)
    },
    { refetchOnMount: 'always' },
  )
}
