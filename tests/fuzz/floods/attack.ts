import { setMaxListeners } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ask, type Question } from '../../harness/http'
import type { Stage } from './stage'
import { elsewhere } from './tenants'

/** Faults found when an attack has ended, and its report. */
export interface Ended {
  wrong: string[]
  report?: string
}

/** An attack on a server. */
export interface Round {
  name: string
  /** @returns a function that ends it */
  begin: (stage: Stage) => Promise<() => Promise<Ended>>
}

/** Repeats each of these until all are ended. */
export function repeating(works: readonly ((signal: AbortSignal) => Promise<unknown>)[]) {
  const over = new AbortController()
  const { signal } = over
  setMaxListeners(works.length + 1, signal)
  const running = works.map(async (work) => {
    while (!signal.aborted) await work(signal)
  })
  return {
    signal,
    async end() {
      over.abort()
      await Promise.all(running)
    },
  }
}

/** Allowed answers to too many requests: success, a refusal, or unavailable. */
const ANSWERED = [200, 201, 401, 429, 503]

/** Counts answers by their statuses; 0 is a connection that was closed without one. */
export function countStatuses(expected: readonly number[] = ANSWERED) {
  const statuses = new Map<number, number>()
  return {
    note: (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
    ended: (): Ended => ({
      wrong:
        statuses.size === 0
          ? ['nothing was answered']
          : [...statuses]
              .filter(([status]) => !expected.includes(status))
              .map(([status, count]) => `${count} answers were ${status}`),
      report: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    }),
  }
}

interface Shape {
  connections: number
  /** Allowed statuses. */
  expected?: readonly number[]
  /** Whether each request has its own connection; its answer is awaited even at the end. */
  isAlone?: boolean
  /** Milliseconds before each request. */
  pause?: number
}

type Prepare = (stage: Stage) => Promise<() => Question> | (() => Question)

/** Repeats requests on so many connections at a time. */
export const asking = (
  name: string,
  { connections, expected, isAlone = false, pause = 0 }: Shape,
  prepare: Prepare,
): Round => ({
  name,
  async begin(stage) {
    const next = await prepare(stage)
    const { note, ended } = countStatuses(expected)
    const agent = isAlone ? false : new Agent({ keepAlive: true, maxSockets: connections })
    const one = async (signal: AbortSignal) => {
      await wait(pause)
      const question = { ...elsewhere, ...next() }
      const { status } = await ask(stage.url, question, { agent, ...(!isAlone && { signal }) })
      if (isAlone || !signal.aborted) note(status)
    }
    const attack = repeating(Array.from({ length: connections }, () => one))
    return async () => {
      await attack.end()
      if (agent) agent.destroy()
      return ended()
    }
  },
})

/** Sends many whole requests at a time on kept connections. */
export const keptAlive = (
  name: string,
  prepare: Prepare,
  { connections = 240, ...shape }: Partial<Shape> = {},
) => asking(`${connections} connections: ${name}`, { connections, ...shape }, prepare)

/** Cycles through these requests. */
export function rotating(questions: readonly Question[]): () => Question {
  let asked = 0
  return () => questions[asked++ % questions.length] ?? { path: '/' }
}
