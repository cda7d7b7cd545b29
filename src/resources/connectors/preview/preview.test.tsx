import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import { LIST_FILTERS_CAPABILITY } from '#contract/common'
import type { Connector } from '#contract/connectors'
import { says } from '../../../../tests/support/app'
import {
  aConnector,
  aDevice,
  aSpace,
  aTag,
  messagesOf,
  type TestSpace,
} from '../../../../tests/support/builders'
import { address, connect, refusal, showInSpace, uuid } from '../../../../tests/support/console'
import { serve } from '../../../../tests/support/serve'
import { connectors } from '..'
import ConnectorPage from '../ConnectorPage'

const CANCELS = 'function main(job) { return null }'
const THROWS = "function main(job) { throw new TypeError('no') }"

const server = await serve()
const user = userEvent.setup({ delay: null })
let space: TestSpace
let tags: Awaited<ReturnType<typeof aTag>>[]
let connector: Connector
let device: Awaited<ReturnType<typeof aDevice>>
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  tags = [await aTag(server, space)]
  connector = await aConnector(server, space, { tags, transformation: CANCELS })
  device = await aDevice(server, space, { name: 'pump-1', tags })
  line = connect(server, space.owner)
})

/** Stores a message of the device; returns its id. */
const aSample = async () => {
  const [id = ''] = await messagesOf(server, device, [{ temperature: 21.5 }])
  return id
}

/** Shows the preview of the connector. */
const show = (query = '') =>
  showInSpace(<ConnectorPage />, {
    client: line.client,
    space,
    resource: connectors,
    path: '/connectors/:id',
    at: `/connectors/${connector.id}?edit=true&tab=preview${query}`,
    capabilities: [LIST_FILTERS_CAPABILITY],
  })

/** For the whole page on a busy machine. */
const PATIENCE = { timeout: 30_000 }
const input = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Input' }, PATIENCE)
const code = () => screen.findByRole('textbox', { name: 'Transformation' }, PATIENCE)
const output = () => screen.findByRole('region', { name: 'Output' }, PATIENCE)

test('the latest message of the first device that shares a tag is the sample', async () => {
  const id = await aSample()
  await show()
  await output()
  // The switch appears only if no device shares a tag.
  expect(screen.queryByRole('switch', { name: 'Include devices without a shared tag' })).toBeNull()
  expect(screen.getByText('Cancelled: the code returned null, so nothing would be sent')).toBeTruthy()
  const { value } = await input()
  expect(JSON.parse(value)).toMatchObject({
    attempt: 0,
    message: { id, body: { temperature: 21.5 } },
    device: { id: device.id, name: 'pump-1' },
    connector: { id: connector.id },
  })
})

test('an invalid request shows the reason', async () => {
  await aSample()
  await show()
  fireEvent.change(await code(), { target: { value: "function main() { return { url: 'here' } }" } })
  expect((await screen.findByRole('alert')).textContent).toContain('Error: url must be an address')
})

test('an input that is not JSON does not run, and its changes can be undone', async () => {
  await aSample()
  await show()
  await output()
  const text = (await input()).value
  fireEvent.change(await input(), { target: { value: '{' } })
  expect(await screen.findByText('The code runs as soon as there is a sample.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo changes to the input' }))
  expect((await input()).value).toBe(text)
})

test('a pasted message becomes the message of the job', async () => {
  await show()
  await input()
  expect(await screen.findByText(/has no message of the type Data since 1 January 2023/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Output' })).toBeNull()
  const pasted = await line.client.call(
    api.messages.get.answer,
    'GET',
    `/spaces/${space.id}/messages/${await aSample()}`,
  )
  fireEvent.change(await input(), { target: { value: JSON.stringify(pasted) } })
  await output()
  expect(JSON.parse((await input()).value)).toMatchObject({ message: { body: { temperature: 21.5 } } })
})

test('a number of a message keeps all its digits in the input', async () => {
  await show()
  await input()
  expect(await screen.findByText(/has no message of the type Data/)).toBeTruthy()
  const message = await line.client.call(
    api.messages.get.answer,
    'GET',
    `/spaces/${space.id}/messages/${await aSample()}`,
  )
  const body = '{"counter": 12345678901234567890, "load": 1.50}'
  fireEvent.change(await input(), { target: { value: JSON.stringify({ ...message, body }) } })
  await output()
  const { value } = await input()
  expect(value).toContain('"counter": 12345678901234567890,')
  expect(value).toContain('"load": 1.50')
  expect(JSON.parse(value)).toMatchObject({ attempt: 0, device: { id: device.id } })
})

test('if no device shares a tag, a switch includes the others', async () => {
  await aSample()
  connector = await aConnector(server, space, { tags: [await aTag(server, space)], transformation: CANCELS })
  await show()
  await code()
  expect(await screen.findByText(/No device shares a tag with this connector/)).toBeTruthy()
  await user.click(screen.getByRole('switch', { name: 'Include devices without a shared tag' }))
  expect(await screen.findByText(/its device shares no tag with the connector/)).toBeTruthy()
  await output()
})

test('the server searches devices that share a tag, by name or serial number', async () => {
  await aSample()
  line.interrupt = ({ query }) => (query?.name === 'fail' ? refusal(503) : undefined)
  await show()
  await output()
  const picker = screen.getByRole('combobox', { name: 'Device' })
  await user.click(picker)
  await screen.findAllByRole('option')
  // It is not among the loaded devices of the open list.
  const { serial_number } = await aDevice(server, space, { name: 'zone-7-pump', tags })
  // All letters at once, so that no pause between them starts a search.
  const type = (value: string) => fireEvent.change(picker, { target: { value } })
  type(serial_number)
  await user.click(await screen.findByRole('option', { name: /^zone-7-pump/ }))
  expect(picker).toHaveProperty('value', 'zone-7-pump')
  const asked = line.calls.flatMap(({ path, query }) => (path.endsWith('/devices') ? [query ?? {}] : []))
  const searches = asked.filter(({ name, serial_number }) => name ?? serial_number)
  expect(searches.map(({ name, serial_number }) => [name, serial_number])).toEqual([
    [serial_number, undefined],
    [undefined, serial_number],
  ])
  for (const query of searches) expect(query).toMatchObject({ 'tag_ids[]': tags[0]?.id, limit: '1000' })

  type('nobody')
  expect(screen.getByText('Loading…')).toBeTruthy()
  expect(await screen.findByText('Nothing found')).toBeTruthy()
  type('fail')
  expect(await screen.findAllByText(/Couldn't search the devices/)).toHaveLength(2)
})

test('a missing message in the address shows a note with a link to the latest one', async () => {
  await aSample()
  await show(`&message=${uuid(500)}`)
  await code()
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain("This message isn't in this space or was deleted")
  await user.click(within(note).getByRole('button', { name: 'Load the latest message' }))
  await output()
})

test('code that fails on the sample is saved only after a confirmation', async () => {
  await aSample()
  await show()
  fireEvent.change(await code(), { target: { value: THROWS } })
  await waitFor(async () => expect((await output()).textContent).toBe('Error: TypeError: no (line 1)'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const question = await screen.findByRole('alertdialog', { name: 'Save code that fails?' })
  await user.click(within(question).getByRole('button', { name: 'Back to the code' }))
  expect(line.sent).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Save anyway' }))
  await screen.findByRole('button', { name: 'Edit' })
  expect(line.sent).toMatchObject([{ method: 'PUT', body: { transformation: THROWS } }])
})

/** Replaces the code. */
const write = async (text: string) => fireEvent.change(await code(), { target: { value: text } })
const tab = async (name: RegExp | string) => user.click(await screen.findByRole('tab', { name }))
const outputIs = async (text: string) => waitFor(async () => expect((await output()).textContent).toBe(text))

test('the code runs again after each edit; null cancels, and an error has its position', async () => {
  await aSample()
  await show()
  await write(`function main(job) {
  console.log('from', job.device.name)
  return { url: 'https://example.com/hook', data: { celsius: job.message.body.temperature } }
}`)
  await screen.findByText('A request would be sent')
  expect((await output()).textContent).toContain('"celsius": 21.5')
  await tab('Console (1)')
  expect((await screen.findByRole('region', { name: 'Console' })).textContent).toBe('from pump-1')
  await tab('Request')
  await says('POST https://example.com/hook')
  await says('Body, 16 bytes')
  await tab('Output')
  await write(CANCELS)
  await outputIs('null')
  fireEvent.change(await input(), { target: { value: '{"message": {"body": 5}}' } })
  await write("function main(job) { throw new Error('no ' + job.message.body) }")
  await outputIs('Error: no 5 (line 1)')
})

test('aliases of fields are accepted, fields without effect are reported, and mistakes are explained', async () => {
  await aSample()
  await show()
  const url = "url: 'https://example.com/hook'"
  await write(`function main(job) { return { ${url}, headers: { 'X-A': 1 }, body: 'b' } }`)
  await tab('Request')
  await says('X-A: 1')
  expect(screen.queryByText(/has no effect|have no effect/)).toBeNull()
  await write(`function main() { return { ${url}, URL: 1, headers: {}, header: {} } }`)
  await says('These names have no effect: URL.')
  await says('The code returns both header and headers: headers has no effect.')

  await tab('Output')
  await write('function main(job) { return JSON.parse(job.message.body) }')
  await outputIs(
    'Error: SyntaxError: JSON.parse needs text but was given an object; job.message.body is already parsed (line 1)',
  )
  await write('function main(job) { return job.device.upper() }')
  await outputIs('Error: TypeError: job.device.upper is not a function (line 1)')
})

test.each([
  ['header: many', 'header has more than 100 entries'],
  ['data: deep', 'the function returned more than 1000 levels of objects and lists'],
  ['data: Array(250001).fill(1)', 'the function returned more than 250000 values'],
  ['...many', '(+4,995)'],
])('a result with %s is reported, and stays readable', async (value, error) => {
  await aSample()
  await show()
  await write(
    `function main() { const many = {}; for (let i = 0; i < 5000; i++) many['x' + i] = 1; let deep = 1; for (let i = 0; i < 1500; i++) deep = [deep]; return { url: 'https://example.com', ${value} } }`,
  )
  expect(await says(error)).toBeTruthy()
})

test('the last 200 messages run at once, and each of them is one click from the editor', async () => {
  const broken = Array.from({ length: 150 }, () => ({ fault: 'E1' }))
  const ids = await messagesOf(server, device, [
    ...broken,
    {},
    ...Array.from({ length: 60 }, () => ({ temperature: 20 })),
  ])
  await show()
  await write(`function main(job) {
  const { fault, temperature } = job.message.body
  if (fault) throw new TypeError('fault ' + fault)
  return temperature ? { url: 'https://example.com' } : null
}`)
  await user.click(await screen.findByRole('button', { name: 'Run the code on them' }))
  await screen.findByText('The code ran on 200 messages', undefined, { timeout: 60_000 })
  const [, failed, cancelled, sent] = within(
    screen.getByRole('table', { name: 'Results for the messages' }),
  ).getAllByRole('row')
  expect(failed?.textContent).toMatch(/Failed139Error: TypeError: fault E1 \(line 3\)/)
  expect(cancelled?.textContent).toMatch(/Cancelled1–/)
  expect(sent?.textContent).toMatch(/Sent60–/)
  const opener = { name: 'Open newest in editor' }
  await user.click(within(failed ?? document.body).getByRole('button', opener))
  await waitFor(() => expect(address()).toContain(`message=${ids[149]}`))
  await outputIs('Error: TypeError: fault E1 (line 3)')
})

test('long integers keep their digits, and those that JavaScript rounds are reported', async () => {
  const { serial_number, token } = device
  const uplink = { serial_number, token, type: 'data', body: '{"n":9007199254740993}' }
  await server.call('POST', '/devices/uplink', { body: uplink })
  await show()
  fireEvent.change(await code(), {
    target: { value: "function main(job) { return { url: 'https://example.com', data: job.message.body } }" },
  })
  await waitFor(async () => expect((await output()).textContent).toContain('9007199254740993'))
  expect(screen.queryByText(/JavaScript rounds integers/)).toBeNull()
  fireEvent.change(await code(), {
    target: {
      value: "function main(job) { return { url: 'https://example.com', data: job.message.body.n / 2 } }",
    },
  })
  expect((await screen.findByText(/JavaScript rounds integers/)).textContent).toContain('9007199254740993')
})
