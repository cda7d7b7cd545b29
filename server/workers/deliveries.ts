import { PARALLEL, PARALLEL_MAX } from '#contract/connectors'
import { reasonOf } from '../errors'
import type { DeliveryDeps } from '../services/attempts/attempt'
import { deliverTest, takeTests } from '../services/attempts/connectorTests'
import { deliver } from '../services/attempts/deliver'
import { releaseFullBatches } from '../services/deliveries/batch'
import { deferOutOfOrder, type OutOfOrder } from '../services/deliveries/deviceOrder'
import { endPauses } from '../services/deliveries/pauses'
import { type DeliveryKey, type Taken, takeDeliveries } from '../services/deliveries/take'
import { openConnections } from '../services/outgoing/connections'
import { openBrokers } from '../services/outgoing/mqtt'
import { inSpan } from '../tracing'
import { startReplays } from './replays'
import { type Pace, repeat, type Worker } from './worker'

/**
 * Most deliveries that all copies of the server run at the same time: of one connector, unless a person sets another number, and of one
 * person.
 */
const AT_ONCE = { perConnector: PARALLEL, perPerson: PARALLEL_MAX }
/**
 * Most deliveries that one copy runs at the same time: those of several persons. A slow receiver occupies no more than those of its
 * connector.
 */
const HANDS = 256
/** The same for tests, which nothing holds up. */
const TESTS = 64
/** Part of the hands that replays leave to others. */
const HANDS_KEPT = 128
/** Milliseconds until it looks for due deliveries by itself, and after a failure. */
const PACE: Pace = { period: 1000, failed: 5000 }
/** Seconds; longer than an attempt takes: the function with its wait, 10 s for the receiver, and storing the result. */
const LEASE = 30

/**
 * Makes deliveries, the oldest of each connector first. Several copies of the server may do it on one database: one copy makes each
 * attempt. It also finds full batches, ends pauses, cancels skipped deliveries, and runs replays. It starts when a message of this copy
 * triggers a connector, and looks for due ones each second.
 * @param options.lease seconds after which a delivery is taken again if the copy that had it was killed
 */
export function startDeliveries(
  given: Omit<DeliveryDeps, 'brokers' | 'connections'>,
  { lease = LEASE, pace = PACE } = {},
): Worker {
  const brokers = openBrokers(given.web)
  const connections = openConnections()
  const deps: DeliveryDeps = { ...given, brokers, connections }
  const { dueDeliveries: bell, dueTests, log } = deps
  const running = new Set<Promise<void>>()
  const replays = startReplays(deps, pace)
  const start = (key: Taken) => {
    const span = { name: 'delivery', isRoot: true, attributes: { 'spaceport.delivery.id': key.id } }
    const work = inSpan(span, () => deliver(deps, key))
      .catch((error: unknown) => log.error('A delivery failed', { id: key.id, reason: reasonOf(error) }))
      .finally(() => {
        running.delete(work)
        bell.ring()
        if (key.replayId !== null) replays.goOn({ ...key, id: key.replayId })
      })
    running.add(work)
  }
  const testing = new Set<Promise<void>>()
  const test = (key: DeliveryKey) => {
    const work = deliverTest(deps, key)
      .catch((error: unknown) =>
        log.error('A test of a connector failed', { id: key.id, reason: reasonOf(error) }),
      )
      .finally(() => {
        testing.delete(work)
        dueTests.ring()
      })
    testing.add(work)
  }
  const takeDueTests = async () => {
    const free = TESTS - testing.size
    if (free > 0) for (const key of await takeTests(deps, free, lease)) test(key)
  }
  let pacing: NodeJS.Timeout | undefined
  let ringsAt = 0
  /** For connectors that have a rate: the pace would be too slow for them. */
  const ringLater = (milliseconds: number) => {
    const at = performance.now() + milliseconds
    // An earlier timer is kept.
    if (pacing && ringsAt <= at) return
    clearTimeout(pacing)
    ringsAt = at
    pacing = setTimeout(() => {
      pacing = undefined
      bell.ring()
    }, milliseconds + 1)
  }
  let parking: Promise<void> | undefined
  /** Runs beside the taking, which it does not hold up. What it leaves is found again. */
  const park = async (outOfOrder: readonly OutOfOrder[]) => {
    let count = 0
    try {
      for (const one of outOfOrder) count += await deferOutOfOrder(deps.db.$client, one)
    } catch (error) {
      log.error('Out-of-order deliveries cannot be deferred', { reason: reasonOf(error) })
    } finally {
      parking = undefined
      if (count > 0) bell.ring()
    }
  }
  const work = async () => {
    const free = HANDS - running.size
    if (free <= 0) return
    const room = { ...AT_ONCE, free, freeForReplays: free - HANDS_KEPT }
    const { soonest, outOfOrder } = await takeDeliveries(deps.db.$client, room, lease, start)
    if (soonest !== null) ringLater(soonest)
    if (outOfOrder.length > 0) parking ??= park(outOfOrder)
  }
  const onFailure = (error: unknown) => log.error('Deliveries cannot be taken', { reason: reasonOf(error) })
  const worker = repeat(work, { name: 'deliveries', ...pace, bell, onFailure })
  const onTestFailure = (error: unknown) =>
    log.error('Tests of connectors cannot be taken', { reason: reasonOf(error) })
  const tests = repeat(takeDueTests, {
    name: 'deliveries_tests',
    ...pace,
    bell: dueTests,
    onFailure: onTestFailure,
  })
  const onEndFailure = (error: unknown) =>
    log.error('Pauses of connectors cannot be ended', { reason: reasonOf(error) })
  const onCallFailure = (error: unknown) =>
    log.error('Full batches cannot be released', { reason: reasonOf(error) })
  const call = async () => {
    if (await releaseFullBatches(deps.db.$client)) bell.ring()
  }
  const calling = repeat(call, { name: 'batches', ...pace, onFailure: onCallFailure })
  const ending = repeat(() => endPauses(deps), { name: 'holds', ...pace, onFailure: onEndFailure })
  return {
    stop: async () => {
      await Promise.all([worker.stop(), tests.stop(), calling.stop(), ending.stop(), replays.stop()])
      clearTimeout(pacing)
      await Promise.all([...running, ...testing, parking])
      brokers.close()
      connections.close()
    },
  }
}
