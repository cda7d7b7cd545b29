// Another tenant, in a process of its own: it lists devices, sends uplinks and checks the health at a fixed rate,
// however long the answers take. Meanwhile a value of a device passes its limit and recovers, and it waits for the
// alert. After some seconds it returns the duration of each call and alert.
import { setTimeout as wait } from 'node:timers/promises'
import { runApart } from '../../harness/apart'
import { uplinkOf } from '../../support/uplink'
import type { NeighbourProgram } from './main'
import { alertDelays } from './watched'

/** Calls of each kind in a second. */
const RATE = 10

runApart<NeighbourProgram>(({ url, neighbour: tenant }) => {
  const headers = { Authorization: `Bearer ${tenant.token}`, 'Content-Type': 'application/json' }
  const kinds: [path: string, init: RequestInit][] = [
    [`/v2/spaces/${tenant.space.id}/devices`, { headers }],
    ['/v2/devices/uplink', { method: 'POST', headers, body: JSON.stringify(uplinkOf(tenant.device)) }],
  ]

  /** Makes a call; undefined when it fails. */
  async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
    try {
      const answer = await fetch(`${url}${path}`, { headers, ...init, signal: AbortSignal.timeout(20_000) })
      return await answer.json()
    } catch {
      return undefined
    }
  }

  return async ({ seconds }) => {
    const watching = alertDelays(tenant, ask, performance.now() + 1000 * seconds)
    const took: number[] = []
    const health: number[] = []
    const failures: string[] = []
    const one = async (into: number[], [path, init]: (typeof kinds)[number]) => {
      const began = performance.now()
      try {
        const answer = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(20_000) })
        await answer.text()
        if (!answer.ok) failures.push(`${path}: ${answer.status}`)
      } catch (error) {
        failures.push(`${path}: ${String(error)}`)
      }
      into.push(performance.now() - began)
    }
    const running: Promise<void>[] = []
    for (let i = 0; i < seconds * RATE; i++) {
      running.push(...kinds.map((kind) => one(took, kind)), one(health, ['/health', {}]))
      await wait(1000 / RATE)
    }
    await Promise.all(running)
    return { took, health, failures, alerts: await watching }
  }
})
