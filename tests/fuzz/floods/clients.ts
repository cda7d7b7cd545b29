// Behaviour of people and their programs: in a hurry, slow, or incomplete.
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { ask, begin, type Question } from '../../harness/http'
import { sentences } from '../../harness/tool'
import { CONSOLE_CALLS } from '../../support/consoleCalls'
import { uplinkOf } from '../../support/uplink'
import { countStatuses, type Round, repeating } from './attack'
import { aConnection } from './crowds'
import { elsewhere } from './tenants'

/** Tabs of a console, milliseconds between two full loads of each, and between two reads of the live tail. */
const TABS = 5
const RELOAD = 1000
const FOLLOW = 500
const BATCH = 500

const rowsSchema = z.array(z.object({ id: z.string() }))

/** All usual clients at the same time: none may be refused. */
export const ordinary: Round = {
  name: `ordinary clients: ${TABS} tabs of a console, a gateway with batches, an export and the live tail`,
  async begin({ url, fleet }) {
    const { note, ended } = countStatuses([200, 201])
    const asked = async (question: Question) => {
      const answer = await ask(url, { token: fleet.token, ...elsewhere, ...question })
      note(answer.status)
      return answer
    }
    const get = (path: string) => asked({ path: `/v2/spaces/${fleet.space.id}${path}` })
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
    const values = { body: { temperature: 21.5 } }
    const uplinks = fleet.devices.slice(0, BATCH).map((device) => uplinkOf(device, values))
    const gateway = () => asked({ method: 'POST', path: '/v2/devices/uplinks', body: { uplinks } })
    const running = repeating([...Array.from({ length: TABS }, () => tab), tail, exporting, gateway])
    return async () => {
      await running.end()
      return ended()
    }
  },
}

/** Readers of a large page; slow ones read a little ten times a second. */
const largePages: Round = {
  name: 'ten readers of a page of 153 MB, five of them slow',
  async begin({ url, attacker }) {
    const answers = new Set<IncomingMessage>()
    const path = `/v2/spaces/${attacker.space.id}/messages?limit=1000`
    const reader = (isSlow: boolean) => async (signal: AbortSignal) => {
      const answer = await begin(url, { path, token: attacker.token, ...elsewhere })
      answers.add(answer)
      try {
        for await (const _ of answer) if (isSlow && !signal.aborted) await wait(100)
      } catch {
        // The socket is destroyed at the end.
      }
      answers.delete(answer)
    }
    const readers = repeating(Array.from({ length: 10 }, (_, i) => reader(i < 5)))
    readers.signal.addEventListener('abort', () => {
      for (const answer of answers) answer.destroy()
    })
    return async () => {
      await readers.end()
      return { wrong: [] }
    }
  },
}

const BODIES = { begun: 300, most: 256 }

const stalled: Round = {
  name: `${BODIES.begun} bodies that stall`,
  async begin({ url }) {
    let refused = 0
    const sockets = await Promise.all(Array.from({ length: BODIES.begun }, () => aConnection(url)))
    for (const socket of sockets) {
      socket.on('data', () => refused++)
      socket.write(
        'POST /v2/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{',
      )
    }
    return async () => {
      const open = sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length
      for (const socket of sockets) socket.destroy()
      const sentence = `${open} bodies that stall are held open, ${refused} were refused`
      return { wrong: sentences([open > BODIES.most, sentence]) }
    }
  },
}

export const slowClients: readonly Round[] = [largePages, stalled]
