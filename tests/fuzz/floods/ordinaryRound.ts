import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { CONSOLE_CALLS } from '../../support/consoleCalls'
import { uplinkOf } from '../../support/uplink'
import { ask, type Question } from './client'
import type { Fleet } from './fleet'
import type { Round } from './rounds'

/** Tabs of a console, and milliseconds after which each loads everything again. */
const TABS = 5
const RELOAD = 1000
/** Milliseconds between two readings of the live tail. */
const FOLLOW = 500
const BATCH = 500

const rowsSchema = z.array(z.object({ id: z.string() }))

/** What people and their gateways do in a hurry, all of it at the same time: none of it may be refused. */
export const ordinaryRound: Round = {
  name: `ordinary clients: ${TABS} tabs of a console, a gateway with batches, an export and the live tail`,
  async begin({ url, fleet }) {
    const statuses = new Map<number, number>()
    const over = new AbortController()
    const asked = async (question: Question) => {
      const answer = await ask(url, { token: fleet.token, ...question })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      return answer
    }
    const get = (path: string) => asked({ path: `/v2/spaces/${fleet.space.id}${path}` })
    const repeat = async (work: () => Promise<unknown>) => {
      while (!over.signal.aborted) await work()
    }
    const tab = async () => {
      await Promise.all(CONSOLE_CALLS.map(get))
      await wait(RELOAD)
    }
    const tail = async () => {
      await get('/messages?limit=100')
      await wait(FOLLOW)
    }
    let cursor: string | undefined
    const exporting = async () => {
      const { text } = await get(`/messages?limit=1000${cursor === undefined ? '' : `&cursor=${cursor}`}`)
      cursor = rowsSchema.parse(JSON.parse(text)).at(-1)?.id
    }
    const body = JSON.stringify({ uplinks: batchOf(fleet) })
    const gateway = () => asked({ method: 'POST', path: '/v2/devices/uplinks', body })
    const running = [...Array.from({ length: TABS }, () => tab), tail, exporting, gateway].map(repeat)
    return {
      async end() {
        over.abort()
        await Promise.all(running)
        const others = [...statuses.keys()].filter((status) => status !== 200 && status !== 201)
        return {
          wrong: others.map((status) => `${statuses.get(status)} answers were ${status}`),
          told: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
        }
      },
    }
  },
}

const batchOf = ({ devices }: Fleet) =>
  devices.slice(0, BATCH).map((device) => uplinkOf(device, { body: { temperature: 21.5 } }))
