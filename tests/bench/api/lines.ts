import type { Pair } from './compare'
import type { Throughput } from './throughput'

/** What a benchmark prints of one goal. */
export interface Line {
  what: string
  measured: string
  goal: string
  met: boolean
}

const PAGING_GOAL = 1.5
const THROUGHPUT_GOAL = 0.6
const KEY_GOAL = 0.8

const ratioOf = ({ first, last }: Pair) => last / first
const isMet = (pair: Pair) => ratioOf(pair) < PAGING_GOAL
const show = (pair: Pair) =>
  `${ratioOf(pair).toFixed(2)}× (${pair.last.toFixed(1)} / ${pair.first.toFixed(1)} ms)`

/** A far page must cost no more than the first one, through the server and by the driver alone. */
export function pagingLine(what: string, { http, driver }: { http: Pair; driver: Pair }): Line {
  return {
    what,
    measured: `HTTP ${show(http)}, SQL ${show(driver)}`,
    goal: `< ${PAGING_GOAL}×`,
    met: isMet(http) && isMet(driver),
  }
}

/** A page through the server must be had half as often as the driver alone gets it. */
export function throughputLine(what: string, { http, driver, rounds }: Throughput): Line {
  return {
    what: `${what} through HTTP against the driver alone (best of ${rounds} rounds)`,
    measured: `${(http / driver).toFixed(2)}× (${http.toFixed(0)} / ${driver.toFixed(0)} a second)`,
    goal: `≥ ${THROUGHPUT_GOAL}×`,
    met: http / driver >= THROUGHPUT_GOAL,
  }
}

/** A key is read by each call, as a token is, and its use is noted; that must not cost much more. */
export function keyLine({
  byKey,
  byToken,
  rounds,
}: {
  byKey: number
  byToken: number
  rounds: number
}): Line {
  return {
    what: `Device page with a key against a bearer token (best of ${rounds} rounds)`,
    measured: `${(byKey / byToken).toFixed(2)}× (${byKey.toFixed(0)} / ${byToken.toFixed(0)} a second)`,
    goal: `≥ ${KEY_GOAL}×`,
    met: byKey / byToken >= KEY_GOAL,
  }
}
