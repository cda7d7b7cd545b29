import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { WithRecord } from 'react-admin'
import { beforeEach, expect, it } from 'vitest'
import { CAPABILITIES } from '#contract'
import { deviceLogApi } from '#contract/deviceLog'
import type { Device } from '#contract/devices'
import { aDevice, aMember } from '../../../../tests/support/builders'
import { connect, showInSpace } from '../../../../tests/support/console'
import { serveSpace } from '../../../../tests/support/serve'
import { keepNote } from '../../../components/notes/outbox'
import SendNotes from '../../../components/notes/SendNotes'
import { RecordPage } from '../../../components/resource/RecordPage'
import { devices } from '..'
import LogSection from './LogSection'

const { server, space } = await serveSpace()
let line: ReturnType<typeof connect>
let device: Awaited<ReturnType<typeof aDevice>>

function Log() {
  return (
    <>
      <RecordPage
        show={<WithRecord<Device> render={(record) => <LogSection device={record} />} />}
        edit={null}
      />
      <SendNotes />
    </>
  )
}

const show = () =>
  showInSpace(<Log />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices/:id',
    at: `/devices/${device.id}`,
    capabilities: CAPABILITIES,
  })

const logged = async () => {
  const answer = await server.call(
    'GET',
    `/spaces/${space.id}/devices/${device.id}/log?kind=note`,
    space.owner,
  )
  return deviceLogApi.list.answer.parse(await answer.json()).entries.map(({ note }) => note?.text)
}

async function write(text: string) {
  const user = userEvent.setup({ delay: null })
  await user.type(await screen.findByRole('textbox', { name: 'New note' }), text)
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  return user
}

beforeEach(async () => {
  line = connect(server, space.owner)
  device = await aDevice(server, space)
})

it('adds a note with a file, shows it with its author, and deletes it with a way back', async () => {
  await show()
  const user = userEvent.setup({ delay: null })
  await user.upload(
    await screen.findByLabelText('Photo or file', { selector: 'input' }),
    new File(['a protocol'], 'protocol.txt', { type: 'text/plain' }),
  )
  expect(await screen.findByRole('button', { name: 'Remove protocol.txt' })).toBeTruthy()
  await write('Valve changed')
  const entry = (await screen.findByText('Valve changed', { selector: 'li *' })).closest('li')
  expect(within(entry ?? document.body).getByText(space.owner.email)).toBeTruthy()
  expect(
    await within(entry ?? document.body).findByRole('button', { name: 'Download protocol.txt' }),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete the note “Valve changed”' }))
  await waitFor(async () => expect(await logged()).toEqual([]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await logged()).toEqual(['Valve changed']))
})

it('keeps a note while nobody answers, and sends it once when the server is back', async () => {
  let isAway = true
  line.interrupt = ({ method, path }) => {
    if (isAway && method === 'POST' && path.endsWith('/notes')) throw new TypeError('Failed to fetch')
    return undefined
  }
  await show()
  await write('Written in the cellar')
  const waiting = await screen.findByRole('alert')
  expect(within(waiting).getByText('Written in the cellar')).toBeTruthy()
  await waitFor(() => expect(line.sent.length).toBeGreaterThan(0))
  expect(await logged()).toEqual([])
  isAway = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(await screen.findByText('Written in the cellar', { selector: 'li *' })).toBeTruthy()
  expect(await logged()).toEqual(['Written in the cellar'])
})

it('says why a note was refused, and tries again when asked', async () => {
  let isRefused = true
  line.interrupt = ({ method, path }) =>
    isRefused && method === 'POST' && path.endsWith('/notes')
      ? new Response('a device has at most 1000 notes', { status: 400 })
      : undefined
  await show()
  const user = await write('One too many')
  expect(await screen.findByText(/Not added: a device has at most 1000 notes/)).toBeTruthy()
  isRefused = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await logged()).toEqual(['One too many']))
})

it('lists a refused note of a device that is gone', async () => {
  await keepNote({
    id: crypto.randomUUID(),
    accountId: space.owner.id,
    base: line.client.base,
    spaceId: space.id,
    deviceId: crypto.randomUUID(),
    text: 'Pump replaced',
    at: new Date().toISOString(),
    files: [],
    refusal: 'not found',
  })
  await showInSpace(<SendNotes />, {
    client: line.client,
    space,
    resource: devices,
    capabilities: CAPABILITIES,
  })
  const user = userEvent.setup({ delay: null })
  expect(await screen.findByText('1 note was not added')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Notes that were not added' }))
  expect(dialog.getByText('Pump replaced')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('Pump replaced')).toBeNull())
})

it('shows people who only read no form and no changes', async () => {
  line = connect(server, await aMember(server, space, 'user'))
  await showInSpace(<Log />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices/:id',
    at: `/devices/${device.id}`,
    capabilities: CAPABILITIES,
  })
  expect(await screen.findByText('Nothing yet.')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'New note' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Changes' })).toBeNull()
})
