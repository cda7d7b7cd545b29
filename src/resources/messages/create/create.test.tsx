import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Tag } from '#contract/tags'
import { address, type Call, clientOf, showPage, spaceOf, uuid } from '../../../../tests/support/console'
import { pump, spaceId, tags } from '../../../../tests/support/devices'
import { PlainSurface } from '../../../components/editor/PlainSurface'
import { ApiError } from '../../../dataProvider/client'
import { SpaceCachesProvider, SpaceProvider } from '../../../dataProvider/SpaceProvider'
import CreateMessagePage from './CreateMessagePage'

// Monaco needs a browser that lays out its pages.
vi.mock('../../../components/editor/MonacoSurface', () => ({ default: PlainSurface }))

const device = pump(1, { tags })
const PAGE = `/space/${spaceId}/devices/${device.id}/create-message`

/** Opens the page of a device whose tags have these access types. */
function open({
  access = ['write', 'read'],
  refuse,
}: {
  access?: Tag['access_type'][]
  refuse?: ApiError
} = {}) {
  const created_at = device.created_at
  const tagRows = tags.map((tag, index) =>
    Object.assign({ created_at, access_type: access[index] ?? 'write' }, tag),
  )
  const client = clientOf(({ method, path, body }: Call) => {
    if (path.endsWith('/tags')) return tagRows
    if (!path.includes('/messages')) return device
    if (method === 'GET') return []
    if (refuse) throw refuse
    return Object.assign({ id: uuid(900), created_at, direction: 'down' }, body, { body: '[]' })
  })
  const page = showPage(
    <SpaceCachesProvider>
      <SpaceProvider spaceId={spaceId}>
        <CreateMessagePage />
      </SpaceProvider>
    </SpaceCachesProvider>,
    { client, path: '/space/:spaceId/devices/:deviceId/create-message', at: PAGE, space: spaceOf() },
  )
  return { ...page, client }
}

const user = userEvent.setup({ delay: null })
const body = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Body' })
const submit = () => screen.findByRole('button', { name: 'Schedule message' })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanup)

test('what was typed for a type is there again when the type is', async () => {
  open()
  await user.type(await body(), '{Enter}config show')
  await user.click(screen.getByRole('radio', { name: 'Shell' }))
  expect(JSON.parse((await body()).value)).toEqual(['info show'])
  await user.click(screen.getByRole('radio', { name: 'Config' }))
  expect((await body()).value).toMatch(/\nconfig show$/)
})

test('a draft survives that the page is left, and is gone once the message is scheduled', async () => {
  const first = open()
  await user.type(await body(), '{Enter}config show')
  first.unmount()

  const { client } = open()
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  await waitFor(async () => expect((await body()).value).toMatch(/\nconfig show$/))
  await user.click(await submit())
  await waitFor(() => expect(address()).toBe(`/space/${spaceId}/messages?deviceId=${device.id}`))
  expect(client.sent).toMatchObject([{ body: { device_id: device.id, type: 'config' } }])
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('lines become JSON and come back as they were', async () => {
  open()
  const typed = (await body()).value
  await user.click(screen.getByRole('button', { name: 'JSON' }))
  expect(JSON.parse((await body()).value)).toEqual(typed.split('\n'))
  await user.click(screen.getByRole('button', { name: 'Text' }))
  expect((await body()).value).toBe(typed)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

describe('a device with tags that are', () => {
  test('all read-only takes no message, and the page says why', async () => {
    const { client } = open({ access: ['read', 'read'] })
    expect(
      await screen.findByText(/All tags of this device are read-only/, { selector: '[role=alert] *' }),
    ).toBeTruthy()
    expect((await submit()).getAttribute('aria-disabled')).toBe('true')
    await user.type(await body(), '{Control>}{Enter}{/Control}')
    expect(client.sent).toEqual([])
  })

  test('partly writable takes messages', async () => {
    open({ access: ['read', 'write'] })
    expect((await submit()).getAttribute('aria-disabled')).toBeNull()
  })
})

test('any other error is shown as a toast, and the text stays', async () => {
  open({ refuse: new ApiError(500, 'the disk is on fire', 0) })
  await user.type(await body(), '{Enter}config show')
  await user.click(await submit())
  expect(await screen.findByText('the disk is on fire')).toBeTruthy()
  expect((await body()).getAttribute('aria-invalid')).toBe('false')
  expect((await body()).value).toMatch(/\nconfig show$/)
  expect(address()).toBe(PAGE)
})

test('a refusal without a message is also shown at the body', async () => {
  open({ refuse: new ApiError(400, '', 0) })
  await user.click(await submit())
  expect(await screen.findByText('HTTP 400')).toBeTruthy()
  expect((await body()).getAttribute('aria-invalid')).toBe('true')
})

describe('a dropped file', () => {
  const drop = async (name: string, text: string) => {
    const file = new File([text], name)
    // The file reader of jsdom has no text().
    Object.assign(file, { text: async () => text })
    fireEvent.drop(await body(), { dataTransfer: { types: ['Files'], files: [file] } })
  }

  test('replaces the example', async () => {
    open()
    await drop('addresses.csv', '11111111')
    await waitFor(async () =>
      expect((await body()).value).toBe('app config address count 1\napp config address add 11111111'),
    )
  })

  test('that replaces another does not mention other commands', async () => {
    open()
    await drop('first.csv', '11111111')
    await drop('second.csv', '22222222\n33333333')
    await user.click(await screen.findByRole('button', { name: 'Replace' }))
    expect(await screen.findByText('2 addresses imported')).toBeTruthy()
    expect(screen.queryByText('The commands were added after the existing ones.')).toBeNull()
  })

  test('changes no JSON that is not a list of commands', async () => {
    open()
    await user.click(await screen.findByRole('button', { name: 'JSON' }))
    await user.clear(await body())
    await user.type(await body(), '1')
    await drop('addresses.csv', '11111111')
    expect(await screen.findByText(/Addresses can only be added to a list of commands/)).toBeTruthy()
    expect((await body()).value).toBe('1')
  })
})
