import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Sandbox } from '#sandbox'
import { aConnector, aDevice, messagesOf } from '../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../tests/support/console'
import { serveSpace } from '../../../../tests/support/serve'
import { type Preview, PreviewContext } from './PreviewContext'
import { useBatch } from './useBatch'

const { server, space } = await serveSpace()
const connector = await aConnector(server, space)
const device = await aDevice(server, space)
const messages = await messagesOf(server, device, [1, 2, 3])
const asked = {
  source: 'code',
  wanted: { scope: { device_id: device.id }, types: ['data'], direction: 'up' },
  devices: [],
} as const

const cancelled = { value: 'null', taken: null, lost: [], logs: [], milliseconds: 1 }

let line: ReturnType<typeof connect>
beforeEach(() => {
  line = connect(server, space.owner)
})

/** Renders the hook with a sandbox that stops after so many scripts. */
async function show(runs: number) {
  const runAll: Sandbox['runAll'] = async (_script, inputs, { onOutcome, signal } = {}) => {
    inputs.slice(0, runs).forEach((_input, index) => onOutcome?.(index, cancelled))
    if (runs < inputs.length)
      await new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')))
      })
    return []
  }
  const sandbox: Sandbox = { run: () => Promise.resolve(cancelled), runAll, close: () => undefined }
  const preview: Preview = {
    sandbox,
    choice: { anyDevice: false },
    change: () => undefined,
    lastInput: () => null,
    keepInput: () => undefined,
  }
  const rendered = vi.fn<(batch: ReturnType<typeof useBatch>) => null>(() => null)
  const Batch = () => rendered(useBatch(connector))
  const part = (
    <PreviewContext value={preview}>
      <Batch />
    </PreviewContext>
  )
  await showInSpace(part, { client: line.client, space })
  const now = () => {
    const [batch] = rendered.mock.lastCall ?? []
    if (!batch) throw new Error('the hook was not rendered')
    return batch
  }
  return {
    state: () => now().state,
    start: () => act(() => now().start(asked)),
    stop: () => act(() => now().stop()),
  }
}

test('a run ends with its groups; unknown devices are loaded once', async () => {
  const { state, start } = await show(3)
  start()
  expect(state().name).toBe('loading')
  await waitFor(() => expect(state().name).toBe('finished'))
  expect(state()).toMatchObject({ done: 3, total: 3, source: 'code', groups: [{ kind: 'cancelled' }] })
  expect(state().groups[0]?.messages.map(({ id }) => id)).toEqual(messages.toReversed())
  expect(line.calls.filter(({ path }) => path.endsWith(`/devices/${device.id}`))).toHaveLength(1)
})

test('a stopped run keeps its results until then', async () => {
  const { state, start, stop } = await show(2)
  start()
  await waitFor(() => expect(state()).toMatchObject({ name: 'running', total: 3 }))
  stop()
  await waitFor(() => expect(state().name).toBe('stopped'))
  expect(state()).toMatchObject({ done: 2, total: 3 })
  expect(state().groups[0]?.messages).toHaveLength(2)
})

test('messages that cannot be loaded fail the run', async () => {
  const { state, start } = await show(0)
  line.interrupt = ({ path }) => {
    if (path.endsWith('/messages')) throw new TypeError('Failed to fetch')
    return undefined
  }
  start()
  await waitFor(() => expect(state().name).toBe('failed'))
  expect(state().error).toMatchObject({ message: 'common.noAnswer' })
})
