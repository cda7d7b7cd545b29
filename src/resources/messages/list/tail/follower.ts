import { ApiError } from '../../../../dataProvider/client'
import { createTail, nextCall, pageRead, pause, resume, type TailCall, type TailRow, waitingOf } from './tail'

/** Time between two readings, in milliseconds. */
export const READ_EVERY = 2000
/** Pause after a slow reading, as a multiple of its duration, so that reading takes at most a quarter of the time. */
const REST = 3
/** Longest pause after a reading, in milliseconds. */
const LONGEST_REST = 10_000

/** Timeout of a call, in milliseconds; then it is repeated. */
export const CALL_TIMEOUT = 20_000
const FIRST_RETRY = 500
const LONGEST_RETRY = 15_000

/**
 * Delay before a failed call is retried, in milliseconds: 500, 1000, 2000 … 15 000, minus a random part of up to a
 * quarter.
 */
export const retryDelay = (failures: number, chance: number) =>
  Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (failures - 1)) * (1 - chance / 4)

/** Shown state of a tail. */
export interface Followed<Row> {
  /** Newest first; null before the first reading. */
  rows: readonly Row[] | null
  isPaused: boolean
  /** Number of rows that arrived since the first reading. */
  arrived: number
  /** Number of rows that arrived since the pause. */
  waiting: number
  /** Whether the last call got no answer. */
  isLost: boolean
}

/** The state before the first answer. */
export const NOTHING_YET = { rows: null, isPaused: false, arrived: 0, waiting: 0, isLost: false }

/** The answer to a call. */
export interface TailPage<Row> {
  /** Newest first. */
  rows: readonly Row[]
  /** Start of the filter's range, in milliseconds since 1970. */
  floor: number
}

export interface FollowOptions<Row> {
  /** Errors: those of the client. */
  read: (call: TailCall, signal: AbortSignal) => Promise<TailPage<Row>>
  /** Called only when the state has changed. */
  onChange: (followed: Followed<Row>) => void
  /** Called when the server refuses a call for good; the tail has stopped. */
  onRefused: (error: unknown) => void
}

const isSame = (a: Followed<unknown>, b: Followed<unknown>) =>
  a.rows === b.rows &&
  a.isPaused === b.isPaused &&
  a.arrived === b.arrived &&
  a.waiting === b.waiting &&
  a.isLost === b.isLost

/** Whether a retry of the call may succeed. */
const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429)

/** Polls the newest rows of a list, and retries failed calls, until it is stopped. */
export function follow<Row extends TailRow>({ read, onChange, onRefused }: FollowOptions<Row>) {
  const stopped = new AbortController()
  let tail = createTail<Row>()
  let shown: Followed<Row> = NOTHING_YET
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isResting = false
  let failures = 0
  let startedAt = 0

  const show = (next = tail) => {
    tail = next
    const { rows, held, arrived } = tail
    const isPaused = held !== null
    const now = { rows: held ?? rows, isPaused, arrived, waiting: waitingOf(tail), isLost: failures > 0 }
    if (isSame(shown, now)) return
    shown = now
    onChange(now)
  }

  const schedule = (delay: number) => {
    clearTimeout(timer)
    if (!isResting && !stopped.signal.aborted) timer = setTimeout(() => void step(), delay)
  }

  const stop = () => {
    clearTimeout(timer)
    stopped.abort()
  }

  const refused = (error: unknown) => {
    stop()
    onRefused(error)
    return 0
  }

  /** Makes the next call; returns the delay before the one after it, in milliseconds. */
  const call = async (): Promise<number> => {
    const timeout = AbortSignal.timeout(CALL_TIMEOUT)
    try {
      if (!tail.reading) startedAt = Date.now()
      const page = await read(nextCall(tail), AbortSignal.any([stopped.signal, timeout]))
      if (stopped.signal.aborted) return 0
      failures = 0
      show(pageRead(tail, page.rows, page.floor))
      if (tail.reading) return 0
      return Math.min(LONGEST_REST, Math.max(READ_EVERY, REST * (Date.now() - startedAt)))
    } catch (error) {
      if (stopped.signal.aborted) return 0
      if (!timeout.aborted && !isPassing(error)) return refused(error)
      failures += 1
      show()
      return retryDelay(failures, Math.random())
    }
  }

  const step = async () => {
    if (isBusy || stopped.signal.aborted) return
    isBusy = true
    const delay = await call()
    isBusy = false
    schedule(delay)
  }

  schedule(0)
  return {
    pause: () => show(pause(tail)),
    resume: () => show(resume(tail)),
    /** Reads now: the page is visible again, or the server answers again. */
    wake: () => {
      isResting = false
      schedule(0)
    },
    /** Stops reading until `wake`. */
    rest: () => {
      isResting = true
      clearTimeout(timer)
    },
    stop,
  }
}
