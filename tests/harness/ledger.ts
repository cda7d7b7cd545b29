/** A value that is changed repeatedly, each time to a higher number. */
interface Changed {
  acknowledged: number
  /** Numbers of unanswered changes, which may have been stored. */
  doubtful: Set<number>
}

/** The clients' records: what the server acknowledged, and how it answered. */
export class Ledger {
  /** Acknowledged ids, which must never be lost. */
  readonly devices: string[] = []
  readonly messages: string[] = []
  /** Ids of messages that must be delivered. */
  readonly routed: string[] = []
  /** Ids of downlinks whose confirmation was acknowledged. */
  readonly confirmed: string[] = []
  readonly variables = new Map<string, Changed>()
  readonly renamed = new Map<string, Changed>()
  /** Unanswered calls, because the server was killed, and calls that were not even accepted. */
  broken = 0
  refused = 0
  /** The longest call, in milliseconds. */
  longest = 0
  readonly #blamed = new Map<string, number>()
  readonly #answers = new Map<number, number>()
  /** Time of the first success after the last fault. */
  #firstSuccess: { of: number; at: number | undefined } = { of: 0, at: undefined }

  /** Records a fault. */
  blame(sentence: string) {
    this.#blamed.set(sentence, (this.#blamed.get(sentence) ?? 0) + 1)
  }

  /** Records the answer to a call that started at a time of `performance.now()`. */
  answered(status: number, began: number) {
    const now = performance.now()
    this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1)
    this.longest = Math.max(this.longest, now - began)
    if (status < 300 && began >= this.#firstSuccess.of) this.#firstSuccess.at ??= now
  }

  /** Starts to wait for the next success. */
  expectSuccess() {
    this.#firstSuccess = { of: performance.now(), at: undefined }
  }

  /** Milliseconds until the first success of a call that started after `expectSuccess`; undefined before it. */
  get recoveredIn(): number | undefined {
    const { of, at } = this.#firstSuccess
    return at === undefined ? undefined : at - of
  }

  get acknowledged(): number {
    return this.devices.length + this.messages.length
  }

  /** Recorded faults, each sentence with its count. */
  get wrong(): string[] {
    return [...this.#blamed].map(([sentence, times]) => `${sentence} (${times} times)`)
  }

  /** All answers, as `200: 12, 503: 3`. */
  get statuses(): string {
    const sorted = [...this.#answers].toSorted(([a], [b]) => a - b)
    return sorted.map(([status, count]) => `${status}: ${count}`).join(', ')
  }
}

/** Records a change of a value by its only client. */
export function noteChange(of: Map<string, Changed>, id: string, number: number, isAcknowledged: boolean) {
  const changed = of.get(id) ?? { acknowledged: 0, doubtful: new Set() }
  of.set(id, changed)
  if (isAcknowledged) changed.acknowledged = number
  else changed.doubtful.add(number)
}

/** Whether the client must expect a stored number. */
export const isExpected = ({ acknowledged, doubtful }: Changed, stored: number) =>
  stored === acknowledged || doubtful.has(stored)
