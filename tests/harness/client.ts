import { setTimeout as wait } from 'node:timers/promises'
import { Ledger } from './ledger'

/** Milliseconds that a client pauses after a failed call. */
const PAUSE = 100
/** Milliseconds after which a client aborts a call, as proxies do. */
const PATIENCE = 60_000

const codeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause
    ? error.cause.code
    : undefined

/** Calls any copy of the server, and checks each answer. */
export class Client {
  /** Whether the database has no faults, so that no call may be answered with 503. */
  isDatabaseWell = false
  #calls = 0

  /** @param servers addresses of all copies, and of those that need not answer now */
  constructor(
    readonly servers: { urls: readonly string[]; down: ReadonlySet<string> },
    readonly token: string,
    readonly ledger = new Ledger(),
  ) {}

  /** Address of the next copy. */
  next(): string {
    this.#calls += 1
    const { urls } = this.servers
    return urls[this.#calls % urls.length] ?? ''
  }

  /**
   * Makes a call of /v2. Tries another copy when one accepts no connection, or when the connection breaks and the call
   * only reads.
   * @returns the JSON of a successful answer; undefined for every other
   */
  call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    for (let copies = this.servers.urls.length; copies > 0; copies--) {
      const url = this.next()
      const { down } = this.servers
      // It may be back before this call fails.
      const wasDown = down.has(url)
      const began = performance.now()
      try {
        const answer = await fetch(`${url}/v2${path}`, {
          method,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(PATIENCE),
        })
        const text = await answer.text()
        this.ledger.answered(answer.status, began)
        if (answer.ok) return text === '' ? null : JSON.parse(text)
        this.#judge(answer, `${method} ${path.replaceAll(/[\da-f-]{36}/g, '…')}`, text)
        break
      } catch (error) {
        if (!wasDown && !down.has(url))
          this.ledger.blame(`no answer: ${method}, ${String(codeOf(error) ?? error)}`)
        const isRefused = codeOf(error) === 'ECONNREFUSED'
        if (isRefused) this.ledger.refused++
        else this.ledger.broken++
        if (!isRefused && method !== 'GET') break
      }
    }
    await wait(PAUSE)
    return undefined
  }

  /** Reads something, and retries until there is an answer. */
  get = async (path: string): Promise<unknown> => {
    for (;;) {
      const answer = await this.call('GET', path)
      if (answer !== undefined) return answer
    }
  }

  #judge({ status, headers }: Response, call: string, text: string) {
    const isExpected =
      [429, 503].includes(status) && headers.get('Retry-After') !== null && !this.isDatabaseWell
    if (!isExpected) this.ledger.blame(`${status}: ${call}: ${text.slice(0, 100)}`)
  }
}
