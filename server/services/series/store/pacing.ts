import { FairShares, type SpaceWork } from '../../background/fairShares'

/** Most seconds that a device waits until it is served again. */
const WAIT_MAX = 600
/**
 * Most and fewest devices of a space that are derived together, and milliseconds that this should take: their uplinks wait meanwhile. On a
 * slow machine a transaction costs as much for few of them.
 */
const TOGETHER = { most: 50, least: 10 }
const SOON = 500
/** Most spaces whose number of devices is remembered. */
const REMEMBERED = 10_000

/** What a worker remembers from one round to the next: who is served next, which devices wait, and how many are derived together. */
export class Pacing {
  readonly shares = new FairShares()
  readonly #until = new Map<string, number>()
  readonly #together = new Map<string, number>()

  /** Lets a device wait until it is served again. */
  wait(deviceId: string, seconds: number) {
    if (seconds > 0) this.#until.set(deviceId, performance.now() + 1000 * Math.min(seconds, WAIT_MAX))
  }

  /** Ids of the devices that wait now. */
  waiting(): string[] {
    for (const [id, until] of this.#until) if (until <= performance.now()) this.#until.delete(id)
    return [...this.#until.keys()]
  }

  /** How many devices of a space are derived together. */
  together({ spaceId }: SpaceWork): number {
    return Math.floor(this.#together.get(spaceId) ?? TOGETHER.most)
  }

  /** Records how many milliseconds a number of devices of a space took. */
  note(space: SpaceWork, devices: number, took: number) {
    this.shares.note(space, took)
    if (devices === 0) return
    const fitting = Math.min((devices * SOON) / took, 2 * devices)
    const wanted = took > SOON ? fitting : Math.max(fitting, this.together(space))
    const next = Math.min(TOGETHER.most, Math.max(TOGETHER.least, wanted))
    if (this.#together.size > REMEMBERED) this.#together.clear()
    if (next >= TOGETHER.most) this.#together.delete(space.spaceId)
    else this.#together.set(space.spaceId, next)
  }
}
