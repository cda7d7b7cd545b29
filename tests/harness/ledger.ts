/** A value that is changed again and again, each time to a higher number. */
interface Changed {
  acknowledged: number
  /** Numbers whose change was not answered, so that it may have been stored. */
  doubtful: Set<number>
}

/** What clients know: what the server acknowledged, and how it answered. */
export class Ledger {
  /** Ids that must never be missing again. */
  readonly devices: string[] = []
  readonly messages: string[] = []
  /** Those of the messages that must be delivered. */
  readonly routed: string[] = []
  readonly variables = new Map<string, Changed>()
  readonly renamed = new Map<string, Changed>()
  /** Calls that nobody answered, because the server was killed; and those that were not even accepted. */
  broken = 0
  refused = 0
  /** The longest call, in milliseconds. */
  longest = 0
  readonly #blamed = new Map<string, number>()
  readonly #answers = new Map<number, number>()
  /** When each successful call began, of the last fault on. */
  #firstSuccess: { of: number; at: number | undefined } = { of: 0, at: undefined }

  /** Notes what must not have happened. */
  blame(sentence: string) {
    this.#blamed.set(sentence, (this.#blamed.get(sentence) ?? 0) + 1)
  }

  /** Notes the answer to a call that began at a time of `performance.now()`. */
  answered(status: number, began: number) {
    const now = performance.now()
    this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1)
    this.longest = Math.max(this.longest, now - began)
    if (status < 300 && began >= this.#firstSuccess.of) this.#firstSuccess.at ??= now
  }

  /** From now on the first success is waited for. */
  expectSuccess() {
    this.#firstSuccess = { of: performance.now(), at: undefined }
  }

  /** Milliseconds until the first success of a call that began after `expectSuccess`; undefined before it. */
  get recoveredIn(): number | undefined {
    const { of, at } = this.#firstSuccess
    return at === undefined ? undefined : at - of
  }

  get acknowledged(): number {
    return this.devices.length + this.messages.length
  }

  /** What must not have happened, each sentence with how often it did. */
  get wrong(): string[] {
    return [...this.#blamed].map(([sentence, times]) => `${sentence} (${times} times)`)
  }

  /** All answers, as `200: 12, 503: 3`. */
  get statuses(): string {
    const sorted = [...this.#answers].toSorted(([a], [b]) => a - b)
    return sorted.map(([status, count]) => `${status}: ${count}`).join(', ')
  }
}

/** Notes a change of a value that one client makes. */
export function noteChange(of: Map<string, Changed>, id: string, number: number, isAcknowledged: boolean) {
  const changed = of.get(id) ?? { acknowledged: 0, doubtful: new Set() }
  of.set(id, changed)
  if (isAcknowledged) changed.acknowledged = number
  else changed.doubtful.add(number)
}

/** Whether a stored number is one that the client has to expect. */
export const isExpected = ({ acknowledged, doubtful }: Changed, stored: number) =>
  stored === acknowledged || doubtful.has(stored)
