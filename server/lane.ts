import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from './errors'

/** Capacity of a lane. */
interface Width {
  /** Running calls. */
  all: number
  /** Running calls of one caller. */
  each: number
  /** Calls of one caller that have a place: they run, wait, or their bodies are still being received. */
  places: number
  /** Calls of all callers that have a place; without it there is no limit. */
  allPlaces?: number
  /** Milliseconds after which a call stops waiting; `WAIT_MAX` unless given. */
  wait?: number
}

/** Seconds after which a refused call may be retried. */
const RETRY_AFTER = 2
const refusal = (status: 429 | 503, reason: string) =>
  new ApiError(status, `${reason}, try again in ${RETRY_AFTER} seconds`, {
    'Retry-After': String(RETRY_AFTER),
  })

/** Refuses one of too many calls, after the same pause as a lane. @throws ApiError 429, and if the caller disconnects */
export async function refuseAfterPause(gone: AbortSignal): Promise<never> {
  await wait(PAUSE * (1 + Math.random()), undefined, { signal: gone })
  throw refusal(429, 'too many calls')
}

const busy = () => refusal(503, 'the server is busy')

/** Milliseconds after which a refusal is answered, or up to twice as many: otherwise refusals would use up what is shared. */
const PAUSE = 1000

/** Milliseconds after which a call stops waiting: the database is away, or there are too many callers. */
const WAIT_MAX = 10_000

/** The share that a person and all keys that they made take together. */
export const shareOfPerson = (personId: string) => `person ${personId}`

/** The share that the devices of all spaces of a person take together, so that they do not hold up the person's console. */
export const shareOfDevices = (personId: string) => `devices of ${personId}`

/** The share that the guests of all spaces of a person take together. */
export const shareOfGuests = (personId: string) => `guests of ${personId}`

interface Caller {
  places: number
  running: number
  /** Functions that begin each waiting call, in the order of arrival. */
  waiting: Set<() => void>
}

const newCaller = (): Caller => ({ places: 0, running: 0, waiting: new Set() })

/**
 * Shares a common resource among callers: each has a limited number of running and waiting calls, and waiting calls of callers begin in
 * rotation.
 */
export class Lane {
  #running = 0
  #places = 0
  /** Callers with a place; after beginning a call, a caller goes behind all others. */
  readonly #callers = new Map<string, Caller>()

  constructor(private readonly width: Width) {}

  get running(): number {
    return this.#running
  }

  /** Calls that have a place but do not run yet. */
  get waiting(): number {
    return this.#places - this.#running
  }

  /**
   * Runs work of a caller when the lane has capacity for it.
   * @param gone aborts when the caller disconnects; then waiting work is dropped, but running work goes on
   * @param prepare what must be done first without taking capacity, such as receiving a body
   * @throws ApiError 429 if the caller has no place left, 503 if nobody has, or it has waited too long
   */
  async run<Result>(
    who: string,
    gone: AbortSignal,
    work: () => Promise<Result>,
    prepare?: () => Promise<void>,
  ): Promise<Result> {
    const caller = this.#callers.get(who) ?? newCaller()
    const isTooMany = caller.places >= this.width.places
    if (isTooMany || this.#places >= (this.width.allPlaces ?? Infinity)) {
      await this.#wait(newCaller(), gone, PAUSE * (1 + Math.random()))
      throw isTooMany ? refusal(429, 'too many calls at a time') : busy()
    }
    this.#places++
    caller.places++
    this.#callers.set(who, caller)
    try {
      if (prepare) await prepare()
      if (this.#isFree(caller)) this.#begin(caller)
      else if (!(await this.#wait(caller, gone, this.width.wait ?? WAIT_MAX))) throw busy()
      try {
        return await work()
      } finally {
        this.#running--
        caller.running--
      }
    } finally {
      this.#places--
      caller.places--
      if (caller.places === 0) this.#callers.delete(who)
      this.#next()
    }
  }

  /** Free capacity never has waiting calls: it is given to one as soon as it becomes free. */
  #isFree(caller: Caller) {
    return this.#running < this.width.all && caller.running < this.width.each
  }

  #begin(caller: Caller) {
    this.#running++
    caller.running++
  }

  /** Waits until the caller's work may begin, or for so many milliseconds; then it returns false. Rejects with the reason of the signal. */
  async #wait(caller: Caller, gone: AbortSignal, milliseconds: number): Promise<boolean> {
    gone.throwIfAborted()
    return new Promise<boolean>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        gone.removeEventListener('abort', drop)
        caller.waiting.delete(begin)
      }
      const begin = () => {
        leave()
        this.#begin(caller)
        resolve(true)
      }
      const drop = () => {
        leave()
        reject(gone.reason)
      }
      const timer = setTimeout(() => {
        leave()
        resolve(false)
      }, milliseconds)
      caller.waiting.add(begin)
      gone.addEventListener('abort', drop)
    })
  }

  /** Begins waiting calls that fit, one of each caller after the other. */
  #next() {
    for (const [who, caller] of this.#callers) {
      if (this.#running >= this.width.all) return
      const [begin] = caller.waiting
      if (!begin || !this.#isFree(caller)) continue
      begin()
      // The loop comes to it again, after the others.
      this.#callers.delete(who)
      this.#callers.set(who, caller)
    }
  }
}
