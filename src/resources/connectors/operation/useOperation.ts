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

/** How often to ask how a connector runs while that is shown, in milliseconds: what waits changes by the second. */
const POLL = { waits: 5000, other: 15_000 }

/** How a connector runs, always current; null on a server that does not tell. */
export function useOperation({ id, operation, enabled }: Connector): Operation | null {
  const { ask } = useSpaceport()
  const isToldAlone = useCapability(WATCH_CAPABILITY)
  const { data } = useRead(
    connectorsApi.operation,
    // What people edit may have changed it.
    { id, enabled },
    async (signal) => {
      const call = { params: { connectorId: id }, signal }
      return isToldAlone ? ask(connectorsApi.operation, call) : (await ask(connectorsApi.get, call)).operation
    },
    {
      enabled: useCapability(OPERATIONS_CAPABILITY),
      refetchInterval: ({ state: { data } }) => {
        const told = data ?? operation
        const waits = told?.waiting !== null || (told.pending?.count ?? 0) > 0
        return waits ? POLL.waits : POLL.other
      },
    },
  )
  return data ?? operation
}

/** Asks again how a connector runs, and how its deliveries go. */
export function useRefreshOperation() {
  const { invalidate } = useAnswers()
  const { list, operation, statistics, deliveries, delivery } = connectorsApi
  return () => invalidate(list, operation, statistics, deliveries, delivery)
}

/** How many deliveries wait, in words: "812 waiting, the oldest for 2 hours". */
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
