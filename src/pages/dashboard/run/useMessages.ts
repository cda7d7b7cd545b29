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

/** Whose messages the dashboard shows. */
export interface Owner {
  kind: 'device' | 'tag'
  id: string
}

const PARAMETER = 'range'

/** The time range, kept in the address; undefined until one is chosen. */
export function useRange() {
  const [search] = useSearchParams()
  const { push } = useCurrentAddress()
  const text = search.get(PARAMETER)
  const range = useMemo(() => (text === null ? undefined : readRange(parseJson(text))), [text])
  const setRange = (next: DateRange | undefined) =>
    push((parameters) => setParameter(parameters, PARAMETER, next ? JSON.stringify(next) : null))
  return { range, setRange }
}

/** How many messages a dashboard loads. Rules, "Dashboard". */
export const MESSAGES_MAX = LIST_LIMIT

/** Ten days before a time, at 08:00 UTC whatever the person's clock is, so that a shared link shows all the same. Rules, "Dashboard". */
const standardStart = (time: Date) => defaultStart(time, 'UTC')

/** Bounds of a query for the messages in a range. Without a start it begins ten days before its end, at 08:00 UTC. Rules, "Dashboard". */
export function boundsOf(range: DateRange | undefined, now: Date): { after: string; before?: string } {
  if (range && 'relative' in range) {
    const parts = parseRelative(range.relative)
    return { after: parts ? startOfRelative(parts, now) : standardStart(now) }
  }
  const { start, end } = range ?? {}
  return { after: start ?? standardStart(end ? new Date(end) : now), before: end }
}

/** How far a device's clock may be ahead, in ms. */
const AHEAD = HOUR

/**
 * The span of a range, in ms since 1970. One without an end ends now; a clock that is a little ahead shows as well.
 * @param readAt when its messages were read, in ms since 1970
 */
export function spanOf(range: DateRange | undefined, readAt: number): Span {
  const { after, before } = boundsOf(range, new Date(readAt))
  return [Date.parse(after), before === undefined ? readAt + AHEAD : Date.parse(before)]
}

/** The newest uplink data messages of a device or a tag in a range. Rules, "Dashboard". */
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
