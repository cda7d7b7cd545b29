import { setTimeout as wait } from 'node:timers/promises'
import { api } from '#contract'
import { TAG_COLORS } from '#contract/tags'
import { tells } from '../deliver/misbehave'
import type { Proof } from '../support/uplink'
import type { Client } from './client'
import { noteChange } from './ledger'

/** Where the load goes: a space with a connector for the messages of some devices. */
interface Stage {
  spaceId: string
  connectorId: string
  /** Devices whose messages are delivered. */
  routed: Proof[]
}

const ROUTED_DEVICES = 4
/** Messages in a batch, and after the creation of a device. */
const BATCH = 20
const FIRST_MESSAGES = 3
/** A delivery may fail because the machine is too busy for its code. */
const RETRY_DELAYS = Array.from({ length: 9 }, () => 1)
const PADDING = 'x'.repeat(300)

let nextSerial = 9_000_000_000
const aProof = (): Proof => {
  const serial = String(nextSerial++)
  return { serial_number: serial, token: serial.padEnd(32, 'x') }
}

async function must(answer: Promise<unknown>): Promise<unknown> {
  const json = await answer
  if (json === undefined) throw new Error('The load cannot be prepared.')
  return json
}

const createDevice = (client: Client, spaceId: string, proof: Proof, tags: { id: string }[] = []) =>
  client.call('POST', `/spaces/${spaceId}/devices`, {
    ...proof,
    name: `crash-${proof.serial_number}`,
    label: {},
    tags,
  })

/** Makes a space whose connector sends the messages of some devices to a receiver. */
export async function prepare(client: Client, receiverUrl: string): Promise<Stage> {
  const post = (path: string, body: unknown) => must(client.call('POST', path, body))
  const { id: spaceId } = api.spaces.create.answer.parse(await post('/spaces', { name: 'crash' }))
  const inSpace = `/spaces/${spaceId}`
  const tag = { name: 'routed', color: TAG_COLORS[0] }
  const { id: tagId } = api.tags.create.answer.parse(await post(`${inSpace}/tags`, tag))
  const { id: connectorId } = api.connectors.create.answer.parse(
    await post(`${inSpace}/connectors`, {
      name: 'crash',
      type: 'webhook',
      direction: 'up',
      triggers: ['data'],
      tags: [{ id: tagId }],
      transformation: tells(receiverUrl),
      retry_delays: RETRY_DELAYS,
    }),
  )
  const routed = Array.from({ length: ROUTED_DEVICES }, aProof)
  for (const proof of routed) await must(createDevice(client, spaceId, proof, [{ id: tagId }]))
  return { spaceId, connectorId, routed }
}

const uplinkOf = (proof: Proof, sequence: number) => ({
  ...proof,
  type: 'data',
  body: { message: { sequence }, filler: PADDING },
})

/** Puts the mixed load on the copies until it is stopped: devices, gateways and people, each with one call at a time. */
export function startLoad(client: Client, { spaceId, routed }: Stage) {
  const { ledger } = client
  const ended = new AbortController()
  let sequence = 0

  const send = async (proof: Proof): Promise<string | undefined> => {
    const answer = await client.call('POST', '/devices/uplink', uplinkOf(proof, sequence++))
    if (answer === undefined) return undefined
    const { id } = api.messages.uplink.answer.parse(answer)
    ledger.messages.push(id)
    return id
  }

  const onboard = async () => {
    const proof = aProof()
    const created = await createDevice(client, spaceId, proof)
    if (created === undefined) return
    ledger.devices.push(api.devices.create.answer.parse(created).id)
    for (let n = 0; n < FIRST_MESSAGES; n++) await send(proof)
  }

  const report = (proof: Proof) => async () => {
    const id = await send(proof)
    if (id !== undefined) ledger.routed.push(id)
  }

  const batch = (proof: Proof) => async () => {
    const uplinks = Array.from({ length: BATCH }, () => uplinkOf(proof, sequence++))
    const answer = await client.call('POST', '/devices/uplinks', { uplinks })
    if (answer === undefined) return
    for (const part of api.messages.uplinks.answer.parse(answer)) {
      if ('error' in part) ledger.blame(`an entry of a batch was refused: ${part.error}`)
      else {
        ledger.messages.push(part.id)
        ledger.routed.push(part.id)
      }
    }
  }

  const inSpace = `/spaces/${spaceId}`
  const lists = [
    '/devices?limit=100',
    '/devices/count',
    '/messages?limit=100',
    '/messages/count',
    '/variables?limit=100',
    '/tags',
    '/connectors',
    '/audit?limit=50',
  ]
  let list = 0
  const look = async () => client.call('GET', inSpace + lists[list++ % lists.length])

  let writer = 0
  const changeVariable = () => {
    const name = `crash-${writer++}`
    const fields = { name, environment: 'crash', comment: null }
    let id: string | undefined
    let number = 0
    return async () => {
      if (id === undefined) {
        // A variable that was created without an answer keeps its name.
        fields.name = `crash-${writer++}`
        const created = await client.call('POST', `${inSpace}/variables`, { ...fields, value: '0' })
        if (created === undefined) return
        id = api.variables.create.answer.parse(created).id
        noteChange(ledger.variables, id, 0, true)
        return
      }
      number++
      const changed = await client.call('PUT', `${inSpace}/variables/${id}`, {
        ...fields,
        value: String(number),
      })
      noteChange(ledger.variables, id, number, changed !== undefined)
    }
  }

  const rename = () => {
    let id: string | undefined
    let number = 0
    return async () => {
      if (id === undefined) {
        const created = await createDevice(client, spaceId, aProof())
        if (created !== undefined) id = api.devices.create.answer.parse(created).id
        return
      }
      const body = { name: `renamed-${++number}`, comment: null, label: {}, tags: [] }
      const changed = await client.call('PUT', `${inSpace}/devices/${id}`, body)
      noteChange(ledger.renamed, id, number, changed !== undefined)
    }
  }

  /** Each client, and the milliseconds that it rests between two calls. */
  const clients: [work: () => Promise<unknown>, rest: number][] = [
    [onboard, 50],
    [onboard, 50],
    ...routed.map((proof, n): [() => Promise<unknown>, number] =>
      n === 0 ? [batch(proof), 2000] : [report(proof), 150],
    ),
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
    stop: async () => {
      ended.abort()
      await Promise.all(running)
    },
  }
}
