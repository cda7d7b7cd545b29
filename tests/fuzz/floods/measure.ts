import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Stage } from './stage'
import type { Tenant } from './tenants'
import type { Watched } from './watched'

export interface NeighbourTask {
  url: string
  tenant: Tenant & { watched: Watched }
}

const measuredSchema = z.object({
  took: z.array(z.number()),
  health: z.array(z.number()),
  /** Null for one that did not come. */
  alerts: z.array(z.number().nullable()),
  failures: z.array(z.string()),
})
/** Milliseconds that each call took, each look at the server's health and each alert, and what went wrong. */
export type Measured = z.infer<typeof measuredSchema>

const program = fileURLToPath(new URL('neighbour.ts', import.meta.url))

/** Starts the process that is the other tenant. */
export function startNeighbour({ url, neighbour }: Stage) {
  const child = fork(program, {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, TASK: JSON.stringify({ url, tenant: neighbour } satisfies NeighbourTask) },
  })
  return {
    measure: (seconds: number) =>
      new Promise<Measured>((resolve, reject) => {
        const ended = () => reject(new Error('the process of the other tenant has ended'))
        child.once('exit', ended)
        child.once('message', (measured) => {
          child.off('exit', ended)
          resolve(measuredSchema.parse(measured))
        })
        child.send(seconds)
      }),
    stop: () => child.kill(),
  }
}

/** What so many of a hundred calls did not exceed. */
export function percentile(took: readonly number[], percent: number): number {
  const sorted = took.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0
}
