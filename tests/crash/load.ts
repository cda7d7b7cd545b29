import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { api } from '#contract'
import { CONFIRMS_MAX } from '#contract/messages'
import { TAG_COLORS } from '#contract/tags'
import type { Lifetime } from '../../server/lifetime'
import { reportingCode } from '../deliver/misbehave'
import type { Client } from '../harness/client'
import type { Ask } from '../harness/database'
import { noteChange } from '../harness/ledger'
import { followMessages } from '../harness/tail'
import { sentences } from '../harness/tool'
import { startReceiver } from '../support/receiver'
import { type Proof, uplinkOf } from '../support/uplink'
import { countLost } from './judge'

const ROUTED_DEVICES = 4
/** Messages of a batch, and after the creation of a device. */
const BATCH = 20
const FIRST_MESSAGES = 3
/** An attempt can fail because the machine is too busy for the code. */
const RETRY_DELAYS = Array.from({ length: 9 }, () => 1)
const PADDING = 'x'.repeat(300)
/** Milliseconds until the receiver responds. */
const TAKES = 20
/** Milliseconds in which deliveries and the tail must be complete after the load. */
const PATIENCE = 120_000

const LISTS = [
  '/devices?limit=100',
  '/devices/count',
  '/messages?limit=100',
  '/messages/count',
  '/variables?limit=100',
  '/tags',
  '/connectors',
  '/audit?limit=50',
]

let nextSerial = 9_000_000_000
const aProof = (): Proof => {
  const serial = String(nextSerial++)
  return { serial_number: serial, token: serial.padEnd(32, 'x') }
}

/** Starts a receiver that counts deliveries. */
async function startCounter(lifetime: Lifetime) {
  const receiver = await startReceiver()
  lifetime.defer(() => receiver.stop())
  const ids = new Map<string, number>()
  const arrived = new Set<string>()
  const counts = { running: 0, most: 0 }
  receiver.on('/', (response, { body, headers }) => {
    const id = String(headers['webhook-id'])
    ids.set(id, (ids.get(id) ?? 0) + 1)
    arrived.add(z.object({ messageId: z.string() }).parse(JSON.parse(body)).messageId)
    counts.most = Math.max(counts.most, ++counts.running)
    setTimeout(() => {
      counts.running--
      response.writeHead(204).end()
    }, TAKES)
  })
  /** Number of repeated requests. */
  const again = () => [...ids.values()].reduce((sum, count) => sum + count - 1, 0)
  return { url: `${receiver.url}/`, arrived, again, most: () => counts.most }
}

/**
 * Puts mixed load on the copies until `judge` is called: devices, gateways and people, each with one call at a time. A
 * connector delivers messages of some devices, and a tail follows all.
 */
export async function startLoad(lifetime: Lifetime, client: Client) {
  const { ledger, call } = client
  const receiver = await startCounter(lifetime)
  const must = async (path: string, body: unknown) => {
    const json = await call('POST', path, body)
    if (json === undefined) throw new Error('The load cannot be prepared.')
    return json
  }
  const { id: spaceId } = api.spaces.create.answer.parse(await must('/spaces', { name: 'crash' }))
  const inSpace = `/spaces/${spaceId}`
  const tag = { name: 'routed', color: TAG_COLORS[0] }
  const tags = [{ id: api.tags.create.answer.parse(await must(`${inSpace}/tags`, tag)).id }]
  const connector = { name: 'crash', direction: 'up', triggers: ['data'], tags, retry_delays: RETRY_DELAYS }
  await must(`${inSpace}/connectors`, { ...connector, transformation: reportingCode(receiver.url) })
  const deviceOf = (proof: Proof) => ({ ...proof, name: `crash-${proof.serial_number}`, label: {}, tags: [] })
  const routed = Array.from({ length: ROUTED_DEVICES }, aProof)
  for (const proof of routed) await must(`${inSpace}/devices`, { ...deviceOf(proof), tags })
  const tail = followMessages({
    next: () => client.next(),
    token: client.token,
    spaceId,
    onRefused: (error) => ledger.blame(`the tail was refused: ${String(error)}`),
  })

  const ended = new AbortController()
  let sequence = 0
  const next = (proof: Proof) =>
    uplinkOf(proof, { body: { message: { sequence: sequence++ }, filler: PADDING } })

  const send = async (proof: Proof): Promise<string | undefined> => {
    const answer = await call('POST', '/devices/uplink', next(proof))
    if (answer === undefined) return undefined
    const { id } = api.messages.uplink.answer.parse(answer)
    ledger.messages.push(id)
    return id
  }
  const create = async (proof: Proof): Promise<string | undefined> => {
    const created = await call('POST', `${inSpace}/devices`, deviceOf(proof))
    return created === undefined ? undefined : api.devices.create.answer.parse(created).id
  }
  const onboard = async () => {
    const proof = aProof()
    const id = await create(proof)
    if (id === undefined) return
    ledger.devices.push(id)
    for (let n = 0; n < FIRST_MESSAGES; n++) await send(proof)
  }
  const report = (proof: Proof) => async () => {
    const id = await send(proof)
    if (id !== undefined) ledger.routed.push(id)
  }
  const batch = (proof: Proof) => async () => {
    const uplinks = Array.from({ length: BATCH }, () => next(proof))
    const answer = await call('POST', '/devices/uplinks', { uplinks })
    if (answer === undefined) return
    for (const part of api.messages.uplinks.answer.parse(answer)) {
      if ('error' in part) ledger.blame(`an entry of a batch was refused: ${part.error}`)
      else {
        ledger.messages.push(part.id)
        ledger.routed.push(part.id)
      }
    }
  }
  /** A device that gets downlinks and confirms each of them with its next message, again and again until that is acknowledged. */
  const exchange = () => {
    let proof = aProof()
    let deviceId: string | undefined
    let received = new Set<string>()
    return async () => {
      if (deviceId === undefined) {
        proof = aProof()
        deviceId = await create(proof)
        return
      }
      await call('POST', `${inSpace}/messages`, { device_id: deviceId, type: 'config', body: ['a'] })
      const confirmed = [...received].slice(0, CONFIRMS_MAX)
      const confirms = confirmed.map((id) => ({ id, result: 'done' }))
      const answer = await call('POST', '/devices/uplink', { ...next(proof), confirms })
      if (answer === undefined) return
      const { id, downlinks } = api.messages.uplink.answer.parse(answer)
      ledger.messages.push(id)
      ledger.confirmed.push(...confirmed)
      const again = downlinks.filter((downlink) => confirmed.includes(downlink.id))
      if (again.length > 0) ledger.blame('a confirmed downlink was handed over again')
      received = new Set(downlinks.map((downlink) => downlink.id))
    }
  }
  let list = 0
  const look = () => call('GET', inSpace + LISTS[list++ % LISTS.length])

  let writer = 0
  const changeVariable = () => {
    const fields = { name: '', environment: 'crash', comment: null }
    let id: string | undefined
    let number = 0
    return async () => {
      if (id === undefined) {
        // A variable that was created without an answer keeps its name.
        fields.name = `crash-${writer++}`
        const created = await call('POST', `${inSpace}/variables`, { ...fields, value: '0' })
        if (created === undefined) return
        id = api.variables.create.answer.parse(created).id
        noteChange(ledger.variables, id, 0, true)
        return
      }
      const value = String(++number)
      const changed = await call('PUT', `${inSpace}/variables/${id}`, { ...fields, value })
      noteChange(ledger.variables, id, number, changed !== undefined)
    }
  }
  const rename = () => {
    let id: string | undefined
    let number = 0
    return async () => {
      if (id === undefined) {
        id = await create(aProof())
        return
      }
      const body = { name: `renamed-${++number}`, comment: null, label: {}, tags: [] }
      const changed = await call('PUT', `${inSpace}/devices/${id}`, body)
      noteChange(ledger.renamed, id, number, changed !== undefined)
    }
  }

  /** Clients, and their milliseconds between two calls. */
  const clients: [work: () => Promise<unknown>, rest: number][] = [
    [onboard, 50],
    [onboard, 50],
    ...routed.map((proof, n): [() => Promise<unknown>, number] =>
      n === 0 ? [batch(proof), 2000] : [report(proof), 150],
    ),
    [exchange(), 100],
    [look, 20],
    [look, 20],
    [changeVariable(), 50],
    [changeVariable(), 50],
    [rename(), 50],
  ]
  const running = clients.map(async ([work, rest]) => {
    while (!ended.signal.aborted) {
      await work()
      await wait(rest)
    }
  })
  return {
    receiver,
    /** Ends the load, waits until all is delivered and seen, and returns faults as sentences. */
    judge: async (ask: Ask): Promise<string[]> => {
      ended.abort()
      await Promise.all(running)
      const lost = await countLost(ask, ledger, { isResting: true })
      const ids = 'select id from message where space_id = $1 order by created_at desc, id desc'
      const stored = await ask(ids, [spaceId])
      const deliveries = async (condition: string) => {
        const text = `select count(*)::int as count from delivery where space_id = $1 and ${condition}`
        return Number((await ask(text, [spaceId]))[0]?.count)
      }
      const until = performance.now() + PATIENCE
      let left = await deliveries(`state = 'pending'`)
      while ((left > 0 || tail.seen() < stored.length) && performance.now() < until) {
        await wait(500)
        left = await deliveries(`state = 'pending'`)
      }
      tail.stop()
      const undelivered = ledger.routed.filter((id) => !receiver.arrived.has(id)).length
      const failed = await deliveries(`state not in ('pending', 'delivered')`)
      return [
        ...ledger.wrong,
        ...tail.judge(stored.map(({ id }) => String(id))),
        ...sentences(
          [lost > 0, `${lost} acknowledged writes are lost`],
          [left > 0, `${left} deliveries are still pending`],
          [undelivered > 0, `${undelivered} acknowledged messages were not delivered`],
          [failed > 0, `${failed} deliveries failed`],
        ),
      ]
    },
    /** Summary of what was acknowledged and delivered. */
    summary: () =>
      `${ledger.devices.length} devices and ${ledger.messages.length} messages acknowledged; answers ${ledger.statuses}; ${receiver.arrived.size} messages delivered, ${receiver.again()} requests came again, ${receiver.most()} at once at most; the tail saw ${tail.seen()} messages`,
  }
}
