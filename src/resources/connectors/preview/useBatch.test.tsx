import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { deviceSchema } from '#contract/devices'
import { messageSchema } from '#contract/messages'
import type { Sandbox } from '#sandbox'
import { uuid } from '../../../../tests/support/console'
import { type Preview, PreviewContext } from './PreviewContext'
import { useBatch } from './useBatch'

const listMessages = vi.hoisted(() => vi.fn<() => Promise<unknown>>())
const getMany = vi.hoisted(() => vi.fn<() => Promise<unknown>>())
vi.mock('../../../dataProvider/useSpaceport', () => ({ useSpaceport: () => ({ listMessages, getMany }) }))
vi.mock('../../../dataProvider/SpaceProvider', () => ({ useSpaceId: () => 'space' }))

const at = '2026-02-01T08:00:00.000Z'
const device = deviceSchema.parse({ id: uuid(1), name: 'pump', serial_number: '2159000001', created_at: at })
const messages = [1, 2, 3].map((index) =>
  messageSchema.parse({
    id: uuid(500 + index),
    device_id: device.id,
    created_at: at,
    type: 'data',
    direction: 'up',
    body: String(index),
  }),
)
const asked = {
  source: 'code',
  wanted: { scope: { device_id: device.id }, types: ['data'], direction: 'up' },
  devices: [],
} as const

const cancelled = { value: 'null', logs: [], milliseconds: 1 }

/** A run in a sandbox that gives so many outcomes, and the others never unless it gives all. */
function show(given: number) {
  const runAll: Sandbox['runAll'] = async (_script, inputs, { onOutcome, signal } = {}) => {
    inputs.slice(0, given).forEach((_input, index) => onOutcome?.(index, cancelled))
    if (given < inputs.length)
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
  const wrapper = ({ children }: { children: ReactNode }) => (
    <PreviewContext value={preview}>{children}</PreviewContext>
  )
  return renderHook(() => useBatch({ id: uuid(2) }), { wrapper }).result
}

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

test('a run ends with its groups; devices that are not known yet are asked for once', async () => {
  listMessages.mockResolvedValue(messages)
  getMany.mockResolvedValue({ data: [device] })
  const result = show(3)
  act(() => result.current.start(asked))
  expect(result.current.state.name).toBe('loading')
  await waitFor(() => expect(result.current.state.name).toBe('finished'))
  expect(result.current.state).toMatchObject({ done: 3, total: 3, source: 'code' })
  expect(result.current.state.groups).toMatchObject([{ kind: 'cancelled', messages: messages.toReversed() }])
  expect(getMany.mock.calls).toMatchObject([['devices', { ids: [device.id] }]])
})

test('a run that is stopped keeps what was tried until then', async () => {
  listMessages.mockResolvedValue(messages)
  getMany.mockResolvedValue({ data: [device] })
  const result = show(2)
  act(() => result.current.start(asked))
  await waitFor(() => expect(result.current.state).toMatchObject({ name: 'running', total: 3 }))
  act(() => result.current.stop())
  await waitFor(() => expect(result.current.state.name).toBe('stopped'))
  expect(result.current.state).toMatchObject({ done: 2, total: 3 })
  expect(result.current.state.groups[0]?.messages).toHaveLength(2)
})

test('messages that cannot be loaded fail the run', async () => {
  listMessages.mockRejectedValue(new Error('common.noAnswer'))
  const result = show(0)
  act(() => result.current.start(asked))
  await waitFor(() => expect(result.current.state.name).toBe('failed'))
  expect(result.current.state.error).toMatchObject({ message: 'common.noAnswer' })
})
