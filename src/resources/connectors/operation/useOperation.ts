import {
  type Connector,
  connectorsApi,
  OPERATIONS_CAPABILITY,
  type Operation,
  WAITING_COUNTED_MAX,
  WATCH_CAPABILITY,
} from '#contract/connectors'
import { tagOf, useClock } from '../../../clock'
import { useTranslate as useContact } from '../../../components/contact/texts'
import { lastingSince } from '../../../components/contact/words'
import { useCapability } from '../../../config'
import { useAnswers, useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'

/** Milliseconds between two polls of the operation: waiting deliveries change by the second. */
const POLL = { waits: 5000, other: 15_000 }

/** Operation of a connector, polled; null if the server does not report it. */
export function useOperation({ id, operation, enabled }: Connector): Operation | null {
  const { ask } = useSpaceport()
  const hasOperationCall = useCapability(WATCH_CAPABILITY)
  const { data } = useRead(
    connectorsApi.operation,
    // An edit may have changed it.
    { id, enabled },
    async (signal) => {
      const call = { params: { connectorId: id }, signal }
      return hasOperationCall
        ? ask(connectorsApi.operation, call)
        : (await ask(connectorsApi.get, call)).operation
    },
    {
      enabled: useCapability(OPERATIONS_CAPABILITY),
      refetchInterval: ({ state: { data } }) => {
        const latest = data ?? operation
        const waits = latest?.waiting !== null || (latest.pending?.count ?? 0) > 0
        return waits ? POLL.waits : POLL.other
      },
    },
  )
  return data ?? operation
}

/** Reloads the operation of a connector, and its deliveries. */
export function useRefreshOperation() {
  const { invalidate } = useAnswers()
  const { list, operation, statistics, deliveries, delivery } = connectorsApi
  return () => invalidate(list, operation, statistics, deliveries, delivery)
}

/** Text for the number of waiting deliveries: "812 waiting, the oldest for 2 hours". */
export function useBacklogText() {
  const translate = useTranslate()
  const contact = useContact()
  const clock = useClock()
  const { locale } = clock
  return ({ waiting, oldest_at }: Pick<Operation, 'waiting' | 'oldest_at'>, now: number): string => {
    if (!waiting || oldest_at === null) return translate('connectors.operation.nothing')
    const span = lastingSince(Date.parse(oldest_at), now, clock, contact)
    if (waiting > WAITING_COUNTED_MAX)
      return translate('connectors.operation.many', {
        count: WAITING_COUNTED_MAX.toLocaleString(tagOf(locale)),
        span,
      })
    return translate('connectors.operation.waits', {
      smart_count: waiting,
      count: waiting.toLocaleString(tagOf(locale)),
      span,
    })
  }
}
