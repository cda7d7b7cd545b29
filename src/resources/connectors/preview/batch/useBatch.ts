import { useEffect, useRef, useState } from 'react'
import { type Connector, jobOf } from '#contract/connectors'
import type { Device } from '#contract/devices'
import type { Message } from '#contract/messages'
import { useSpaceId } from '../../../../dataProvider/SpaceProvider'
import { useSpaceport } from '../../../../dataProvider/useSpaceport'
import { usePreview } from '../PreviewContext'
import { verdictOf } from '../verdict'
import { type Group, groupsOf, type Tried } from './groups'
import { loadMessages } from './loadMessages'

interface Asked {
  source: string
  wanted: Parameters<typeof loadMessages>[1]
  /** Devices that are known already. */
  devices: readonly Device[]
}

/** Where a run over many messages is. */
export interface BatchState {
  name: 'idle' | 'loading' | 'running' | 'finished' | 'stopped' | 'failed'
  /** The code that it runs. */
  source: string
  done: number
  total: number
  groups: Group[]
  error?: unknown
}

/** Whether it is going on. */
export const isUnderWay = ({ name }: BatchState) => name === 'loading' || name === 'running'

/** Time between two reports of the progress, in milliseconds: to paint each run would take longer than to make it. */
const REPORT_EVERY = 100

const IDLE: BatchState = { name: 'idle', source: '', done: 0, total: 0, groups: [] }

/** Tries code on the last messages. Leaving the tab stops it; what was tried until then stays when it is stopped. */
export function useBatch(connector: Pick<Connector, 'id'>) {
  const spaceId = useSpaceId()
  const { sandbox } = usePreview()
  const { listMessages, getMany } = useSpaceport()
  const [state, setState] = useState(IDLE)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const devicesOf = async (messages: readonly Message[], known: readonly Device[], signal: AbortSignal) => {
    const devices = new Map(known.map((device) => [device.id, device]))
    const ids = [...new Set(messages.map(({ device_id }) => device_id))].filter((id) => !devices.has(id))
    const { data } = ids.length > 0 ? await getMany<Device>('devices', { ids, signal }) : { data: [] }
    for (const device of data) devices.set(device.id, device)
    return devices
  }

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
        return device
          ? [{ message, job: JSON.stringify(jobOf({ attempt: 0, spaceId, message, device, connector })) }]
          : []
      })
      setState({ ...IDLE, source, name: 'running', total: jobs.length })
      const onOutcome: NonNullable<Parameters<typeof sandbox.runAll>[2]>['onOutcome'] = (index, outcome) => {
        const message = jobs[index]?.message
        if (!message || signal.aborted) return
        tried.push({ message, verdict: verdictOf(outcome) })
        if (performance.now() - reportedAt < REPORT_EVERY) return
        reportedAt = performance.now()
        const done = tried.length
        setState((current) => ({ ...current, done }))
      }
      const inputs = jobs.map(({ job }) => job)
      await sandbox.runAll({ source, entry: 'main' }, inputs, { owner: 'batch', signal, onOutcome })
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
