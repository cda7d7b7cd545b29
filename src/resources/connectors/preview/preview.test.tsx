import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connectorSchema } from '#contract/connectors'
import { deviceSchema } from '#contract/devices'
import { messageSchema } from '#contract/messages'
import type { Sandbox } from '#sandbox'
import { type Call, clientOf, showPage, spaceOf, uuid } from '../../../../tests/support/console'
import { ApiError } from '../../../dataProvider/client'
import { SpaceCachesProvider, SpaceProvider } from '../../../dataProvider/SpaceProvider'
import ConnectorPage from '../ConnectorPage'

// The editor and the sandbox need a browser. Here the code is plain text and its result is the text itself.
const run = vi.hoisted(() => vi.fn<Sandbox['run']>())
vi.mock('../../../components/sandbox', () => {
  const sandbox = {
    run,
    runAll: (script: Parameters<Sandbox['run']>[0], inputs: string[]) =>
      Promise.all(inputs.map((input) => run(script, input))),
    close: () => undefined,
  }
  return { useSandbox: () => sandbox }
})
vi.mock('../../../components/editor', async () => {
  const { PlainSurface } = await import('../../../components/editor/PlainSurface')
  const { useController } = await import('react-hook-form')
  const CodeEditor = (props: { label: string; value: string; onChange?: (text: string) => void }) => (
    <PlainSurface language="plaintext" invalid={false} describedBy="" {...props} />
  )
  const CodeInput = ({ source, label }: { source: string; label: string }) => {
    const { field } = useController({ name: source })
    return <CodeEditor label={label} value={field.value} onChange={field.onChange} />
  }
  return { CodeEditor, CodeInput }
})

const space = spaceOf()
const at = '2026-02-01T08:00:00.000Z'
const tag = { id: uuid(300), name: 'red', color: '#E53935' }
const connector = connectorSchema.parse({
  id: uuid(200),
  name: 'to-erp',
  created_at: at,
  type: 'webhook',
  direction: 'up',
  triggers: ['data'],
  tags: [tag],
  transformation: 'null',
})
const device = deviceSchema.parse({
  id: uuid(100),
  name: 'pump-1',
  serial_number: '2159000001',
  created_at: at,
  tags: [tag],
})
const message = messageSchema.parse({
  id: uuid(500),
  device_id: device.id,
  created_at: at,
  type: 'data',
  direction: 'up',
  body: '{"temperature":21.5}',
})

/** Shows the preview of the connector; `answer` overrides the default answers. */
function show(answer: (call: Call) => unknown = () => undefined, query = '') {
  run.mockImplementation(async ({ source }) => {
    const ran = { logs: [], milliseconds: 1 }
    return source === 'throw'
      ? { ...ran, error: { name: 'TypeError', message: 'no', line: 1 } }
      : { ...ran, value: source }
  })
  const client = clientOf((call) => {
    const answered = answer(call)
    if (answered !== undefined) return answered
    const { path } = call
    if (path.endsWith(`/connectors/${connector.id}`)) return connector
    if (path.endsWith('/devices')) return [device]
    if (path.endsWith(`/devices/${device.id}`)) return device
    if (path.endsWith(`/messages/${message.id}`)) return message
    if (path.endsWith('/messages')) return [message]
    return path.endsWith('/statistics') ? { max_attempts: 0, summaries: [] } : []
  })
  showPage(
    <SpaceCachesProvider>
      <SpaceProvider spaceId={space.id}>
        <ConnectorPage />
      </SpaceProvider>
    </SpaceCachesProvider>,
    {
      client,
      path: '/space/:spaceId/connectors/:id',
      at: `/space/${space.id}/connectors/${connector.id}?edit=true&tab=preview${query}`,
      space,
    },
  )
  return client
}

/** The whole page loads slowly on a busy machine. */
const PATIENCE = { timeout: 30_000 }
const input = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Input' }, PATIENCE)
const code = () => screen.findByRole('textbox', { name: 'Transformation' }, PATIENCE)
const output = () => screen.findByRole('region', { name: 'Output' }, PATIENCE)

// Loaded beforehand, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([import('../form/ConnectorEdit'), import('../../../components/page/ConfirmDialogView')])
}, 60_000)

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  run.mockReset()
})

test('the latest message of the first device that shares a tag is the sample', async () => {
  show()
  await output()
  // The switch appears only if no device shares a tag.
  expect(screen.queryByRole('switch', { name: 'Include devices without a shared tag' })).toBeNull()
  expect(screen.getByText('Cancelled: the code returned null, so nothing would be sent')).toBeTruthy()
  const { value } = await input()
  expect(JSON.parse(value)).toMatchObject({
    attempt: 0,
    message: { id: message.id, body: { temperature: 21.5 } },
    device: { id: device.id, name: 'pump-1' },
    connector: { id: connector.id },
  })
})

test('an invalid request shows the reason', async () => {
  show()
  fireEvent.change(await code(), { target: { value: '{"url":"here"}' } })
  expect((await screen.findByRole('alert')).textContent).toContain('Error: url must be an address')
})

test('an input that is not JSON does not run, and its changes can be undone', async () => {
  const user = userEvent.setup({ delay: null })
  show()
  await output()
  const text = (await input()).value
  fireEvent.change(await input(), { target: { value: '{' } })
  expect(await screen.findByText('The code runs as soon as there is a sample.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo changes to the input' }))
  expect((await input()).value).toBe(text)
})

test('a message that is pasted becomes the message of the job', async () => {
  show(({ path }) => (path.endsWith('/messages') ? [] : undefined))
  await input()
  expect(await screen.findByText(/has no message of the type Data since 1 January 2023/)).toBeTruthy()
  expect(run).not.toHaveBeenCalled()
  fireEvent.change(await input(), { target: { value: JSON.stringify(message) } })
  await output()
  expect(JSON.parse((await input()).value)).toMatchObject({ message: { body: { temperature: 21.5 } } })
})

test('if no device shares a tag, a switch includes the others', async () => {
  const user = userEvent.setup({ delay: null })
  const stranger = { ...device, tags: [] }
  show(({ path, query }) => {
    if (!path.endsWith('/devices')) return undefined
    return Array.isArray(query?.tag_ids) && query.tag_ids.length > 0 ? [] : [stranger]
  })
  await code()
  expect(await screen.findByText(/No device shares a tag with this connector/)).toBeTruthy()
  await user.click(screen.getByRole('switch', { name: 'Include devices without a shared tag' }))
  expect(await screen.findByText(/its device shares no tag with the connector/)).toBeTruthy()
  await output()
})

test('the server finds devices that share a tag, by name or serial number', async () => {
  const user = userEvent.setup({ delay: null })
  const far = { ...device, id: uuid(101), name: 'zone-7-pump', serial_number: '2159777777' }
  const asked: Call['query'][] = []
  show(({ path, query }) => {
    if (!path.endsWith('/devices') || (query?.name ?? query?.serial_number) === undefined) return undefined
    asked.push(query)
    if (query?.name === 'fail') throw new ApiError(503, 'common.noAnswer', 0)
    return query?.serial_number === '777' ? [far] : []
  })
  await output()
  const picker = screen.getByRole('combobox', { name: 'Device' })
  await user.click(picker)
  // All letters at once, so that no pause between them starts a search.
  const type = (value: string) => fireEvent.change(picker, { target: { value } })
  type('777')
  await user.click(await screen.findByRole('option', { name: 'zone-7-pump' }))
  expect(picker).toHaveProperty('value', 'zone-7-pump')
  expect(asked.map((query) => [query?.name, query?.serial_number])).toEqual([
    ['777', undefined],
    [undefined, '777'],
  ])
  for (const query of asked) expect(query).toMatchObject({ tag_ids: [tag.id], limit: 1000 })

  type('nobody')
  expect(screen.getByText('Loading…')).toBeTruthy()
  expect(await screen.findByText('Nothing found')).toBeTruthy()
  type('fail')
  expect(await screen.findAllByText(/could not be searched/)).toHaveLength(2)
})

test('a missing message of the address shows a note that leads to the latest one', async () => {
  const user = userEvent.setup({ delay: null })
  show(({ path }) => {
    if (path.endsWith(`/messages/${message.id}`)) throw new ApiError(404, 'not found', 0)
  }, `&message=${message.id}`)
  await code()
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain("This message isn't in this space or was deleted")
  await user.click(within(note).getByRole('button', { name: 'Load the latest message' }))
  await output()
})

test('code that fails on the sample is saved only after a confirmation', async () => {
  const user = userEvent.setup({ delay: null })
  const client = show()
  fireEvent.change(await code(), { target: { value: 'throw' } })
  await waitFor(async () => expect((await output()).textContent).toBe('Error: TypeError: no (line 1)'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const question = await screen.findByRole('alertdialog', { name: 'Save code that fails?' })
  await user.click(within(question).getByRole('button', { name: 'Back to the code' }))
  expect(client.sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Save anyway' }))
  await screen.findByRole('button', { name: 'Edit' })
  expect(client.sent).toMatchObject([{ method: 'PUT', body: { transformation: 'throw' } }])
})
