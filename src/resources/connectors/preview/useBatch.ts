import { useEffect, useRef, useState } from 'react'
import { type Connector, sendingOf } from '#contract/connectors'
import type { Device } from '#contract/devices'
import { FIRST_MESSAGE_AT, type Message, type MessageType } from '#contract/messages'
import {
  type ListMessages,
  type MessageQuery,
  readMessages,
  useListMessages,
} from '../../../dataProvider/messagePages'
import { useSpaceport } from '../../../dataProvider/queries'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { firstJobOf } from './job'
import { usePreview } from './PreviewContext'
import { type FailedVerdict, type Verdict, verdictOf } from './run'
import { useVariables } from './useVariables'

/** Largest number of messages in one run. */
export const BATCH_SIZE = 200

interface Wanted {
  /** One device, or all devices with one of the tags. */
  scope: { device_id: string } | { tagIds: readonly string[] }
  types: readonly MessageType[]
  direction: Message['direction']
}

const newestFirst = (a: Message, b: Message) =>
  b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id)

/**
 * The last messages of these types, newest first, each once even if it matches several tags. Errors: those of the
 * client.
 * @param most limit
 */
export async function loadMessages(
  listMessages: ListMessages,
  { scope, types, direction }: Wanted,
  signal: AbortSignal,
  most = BATCH_SIZE,
): Promise<Message[]> {
  if (types.length === 0) return []
  const query: MessageQuery = { type: types, direction, after: FIRST_MESSAGE_AT }
  const owners: MessageQuery[] =
    'device_id' in scope ? [{ device_id: scope.device_id }] : scope.tagIds.map((tag_id) => ({ tag_id }))
  const lists = await Promise.all(
    owners.map((owner) => readMessages(listMessages, { ...query, ...owner }, most, signal)),
  )
  signal.throwIfAborted()
  const found = lists.flatMap((list) => list ?? [])
  const unique = new Map(found.map((message) => [message.id, message]))
  return [...unique.values()].toSorted(newestFirst).slice(0, most)
}

interface Tried {
  message: Message
  verdict: Verdict
}

/** Messages with the same verdict. */
// Not an interface: react-admin's records need an index signature, which interfaces lack.
export type Group = {
  id: string
  kind: Verdict['kind']
  /** Why their deliveries fail; null if they do not. */
  failed: FailedVerdict | null
  /** In the order of their runs. */
  messages: Message[]
  /** Index among the groups. */
  rank: number
}

/** Errors with the same text get the same id. */
const idOf = ({ failure: { error }, thrown }: FailedVerdict) =>
  JSON.stringify([thrown?.name, error, thrown?.line])

const ORDER: readonly Verdict['kind'][] = ['failed', 'cancelled', 'sent']

/** Groups messages by their verdict: failures first, one group for each error, the most frequent first. */
export function groupsOf(tried: readonly Tried[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { message, verdict } of tried) {
    const failed = verdict.kind === 'failed' ? verdict : null
    const id = failed ? idOf(failed) : verdict.kind
    const group = groups.get(id)
    if (group) group.messages.push(message)
    else groups.set(id, { id, kind: verdict.kind, failed, messages: [message], rank: 0 })
  }
  return [...groups.values()]
    .toSorted(
      (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.messages.length - a.messages.length,
    )
    .map((group, rank) => Object.assign(group, { rank }))
}

interface Asked {
  source: string
  wanted: Wanted
  /** Devices that have already loaded. */
  devices: readonly Device[]
}

/** State of a run over many messages. */
export interface BatchState {
  name: 'idle' | 'loading' | 'running' | 'finished' | 'stopped' | 'failed'
  /** The code that it runs. */
  source: string
  done: number
  total: number
  groups: Group[]
  error?: unknown
}

/** Whether the run has not ended yet. */
export const isUnderWay = ({ name }: BatchState) => name === 'loading' || name === 'running'

/** Milliseconds between two updates of the progress: rendering takes longer than a run. */
const REPORT_EVERY = 100

const IDLE: BatchState = { name: 'idle', source: '', done: 0, total: 0, groups: [] }

/** Loads the devices of messages by id, except known ones. Errors: those of the client. */
export function useDevicesOf() {
  const { getMany } = useSpaceport()
  return async (messages: readonly Message[], known: readonly Device[], signal: AbortSignal) => {
    const devices = new Map(known.map((device) => [device.id, device]))
    const ids = [...new Set(messages.map(({ device_id }) => device_id))].filter((id) => !devices.has(id))
    const { data } = ids.length > 0 ? await getMany<Device>('devices', { ids, signal }) : { data: [] }
    for (const device of data) devices.set(device.id, device)
    return devices
  }
}

/**
 * Runs code on the last messages; if the code gets batches, each message is its own batch. Leaving the tab stops the
 * run. A stopped run keeps its results.
 */
export function useBatch(connector: Pick<Connector, 'id' | 'type'>, isList = false) {
  const spaceId = useSpaceId()
  const variablesOf = useVariables()
  const { sandbox } = usePreview()
  const listMessages = useListMessages()
  const devicesOf = useDevicesOf()
  const [state, setState] = useState(IDLE)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const run = async ({ source, wanted, devices: known }: Asked) => {
    controller.current?.abort()
    const { signal } = (controller.current = new AbortController())
    const tried: Tried[] = []
    let reportedAt = 0
    setState({ ...IDLE, source, name: 'loading' })
    try {
      const messages = await loadMessages(listMessages, wanted, signal)
      const devices = await devicesOf(messages, known, signal)
      const jobs = messages.flatMap((message) => {
        const device = devices.get(message.device_id)
        if (!device) return []
        const job = firstJobOf({ spaceId, message, device, connector, isList, variablesOf })
        return [{ message, job }]
      })
      setState({ ...IDLE, source, name: 'running', total: jobs.length })
      const onOutcome: NonNullable<Parameters<typeof sandbox.runAll>[2]>['onOutcome'] = (index, outcome) => {
        const message = jobs[index]?.message
        if (!message || signal.aborted) return
        tried.push({ message, verdict: verdictOf(outcome, sendingOf(connector)) })
        if (performance.now() - reportedAt < REPORT_EVERY) return
        reportedAt = performance.now()
        const done = tried.length
        setState((current) => ({ ...current, done }))
      }
      const inputs = jobs.map(({ job }) => job)
      await sandbox.runAll({ source, entry: 'main' }, inputs, { owner: ['batch'], signal, onOutcome })
      setState((current) => ({ ...current, name: 'finished', done: tried.length, groups: groupsOf(tried) }))
    } catch (error) {
      if (!signal.aborted) setState((current) => ({ ...current, name: 'failed', error }))
      else if (controller.current?.signal === signal)
        setState((current) => ({ ...current, name: 'stopped', done: tried.length, groups: groupsOf(tried) }))
    }
  }

  return {
    state,
    start: (asked: Asked) => void run(asked),
    stop: () => controller.current?.abort(),
  }
}
