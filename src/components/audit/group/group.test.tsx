import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type AuditEntry, BATCH_CAPABILITY, BATCH_HEADER, HIDDEN, spaceAuditApi } from '#contract/audit'
import { aDevice, anAuditEntry, aSpace, type TestSpace } from '../../../../tests/support/builders'
import { connect, refusal, showPage } from '../../../../tests/support/console'
import { catchDownloads } from '../../../../tests/support/downloads'
import { serve } from '../../../../tests/support/serve'
import RecentChanges from '../RecentChanges'

const server = await serve()
const CAPABILITIES = [spaceAuditApi.list.capability, BATCH_CAPABILITY]
const batch = '7f9c24e8-3b12-4fef-91e0-56a2d5a2b9c1'
let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
})

const user = userEvent.setup({ delay: null })

/** Adds a comment to so many new devices, in one batch. */
async function commentOn(count: number, headers: Record<string, string> = { [BATCH_HEADER]: batch }) {
  for (let number = 1; number <= count; number += 1) {
    const { id, name } = await aDevice(server, space, { name: `pump-${number}` })
    await comment(id, name, 'on the roof', headers)
  }
}
const comment = (id: string, name: string, text: string, headers?: Record<string, string>) =>
  line.client.call(api.devices.update.answer, 'PUT', `/spaces/${space.id}/devices/${id}`, {
    body: { name, comment: text, label: {}, tags: [] },
    headers,
  })

const entriesOf = (query = {}): Promise<AuditEntry[]> =>
  line.client.call(spaceAuditApi.list.answer, 'GET', `/spaces/${space.id}/audit`, {
    query: { action: ['device.update'], ...query },
  })
const comments = async () =>
  (await line.client.call(api.devices.list.answer, 'GET', `/spaces/${space.id}/devices`)).map(
    (device) => `${device.name}: ${device.comment}`,
  )

const showChanges = async (capabilities = CAPABILITIES) =>
  showPage(<RecentChanges spaceId={space.id} />, {
    client: line.client,
    path: '/space/:spaceId',
    at: `/space/${space.id}?filter=${JSON.stringify({ action: ['device.update', 'device.delete'] })}`,
    space: await line.client.call(api.spaces.get.answer, 'GET', `/spaces/${space.id}`),
    profile: await line.client.call(api.profile.get.answer, 'GET', '/profile'),
    capabilities,
  })

const rows = () => screen.getAllByRole('row').slice(1)
const undoAll = () => screen.findByRole('button', { name: 'Undo: Device updated, 3 devices' })

describe('a batch of changes', () => {
  test('is one row with their number, which expands to each change', async () => {
    await commentOn(3)
    await showChanges()
    expect(await screen.findByText('3 devices')).toBeTruthy()
    expect(rows()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: /^Details of Device updated, 3 devices/ }))
    const list = await screen.findByRole('list', { name: '3 changes' })
    const items = within(list).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(
      [3, 2, 1].map((number) => `pump-${number}Comment: before: nothing →  after: on the roof`),
    )
    expect(screen.queryByText('Id')).toBeNull()
  })

  test('shows 25 of its entries first, then the others', async () => {
    for (let number = 0; number < 27; number += 1)
      await anAuditEntry(server, space, {
        action: 'device.delete',
        actorType: 'person',
        actorId: space.owner.id,
        batch,
        targetId: crypto.randomUUID(),
        targetName: `meter-${number}`,
        before: { token: HIDDEN },
      })
    await showChanges()
    await user.click(await screen.findByRole('button', { name: /^Details of Device deleted, 27 devices/ }))
    const list = within(await screen.findByRole('list', { name: '27 changes' }))
    expect(list.getAllByRole('listitem')).toHaveLength(25)
    await user.click(screen.getByRole('button', { name: 'Show more (2 left)' }))
    expect(await list.findByText('meter-0')).toBeTruthy()
    expect(list.getAllByRole('listitem')).toHaveLength(27)
    expect(list.getAllByText('Claim token')).toHaveLength(27)
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  test('is exported entry by entry', async () => {
    await commentOn(3)
    const files = catchDownloads()
    await showChanges()
    await screen.findByText('3 devices')
    await user.click(screen.getByRole('button', { name: 'Export' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export the audit log' }))
    await user.click(dialog.getByRole('radio', { name: /^CSV/ }))
    await user.click(dialog.getByRole('button', { name: 'Export' }))
    const { text } = await files()
    const [header, ...lines] = text.trimEnd().split('\r\n')
    expect(header).toMatch(/,undone_by,batch$/)
    expect(lines).toHaveLength(3)
  })

  test('is a row for each change on a server without batches', async () => {
    await commentOn(3)
    await showChanges(CAPABILITIES.slice(0, 1))
    expect(await screen.findByText('pump-3')).toBeTruthy()
    expect(rows()).toHaveLength(3)
    expect(line.calls.some(({ query }) => query && 'grouped' in query)).toBe(false)
  })
})

describe('an undo of a batch', () => {
  test('undoes each change, lists refusals, and is one row itself', async () => {
    await commentOn(3)
    await showChanges()
    await user.click(await undoAll())
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo 3 changes?' }))
    const names = within(await dialog.findByRole('list', { name: 'Selected' })).getAllByRole('listitem')
    expect(names.map(({ textContent }) => textContent)).toEqual(['pump-3', 'pump-2', 'pump-1'])
    const [, second] = await entriesOf()
    await comment(second?.target_id ?? '', 'pump-2', 'in the cellar')
    await user.click(dialog.getByRole('button', { name: 'Undo 3 changes' }))

    expect(await dialog.findByText('1 failed, 2 done')).toBeTruthy()
    const results = within(dialog.getByRole('list', { name: 'Result for each change' }))
    expect(results.getAllByRole('listitem')[0]?.textContent).toBe(
      'pump-2FailedIt was changed again since. Undo the newer change first.',
    )
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect((await comments()).toSorted()).toEqual(['pump-1: null', 'pump-2: in the cellar', 'pump-3: null'])
    expect(await screen.findByText('Partly undone')).toBeTruthy()
    expect(screen.getByText('Undoing')).toBeTruthy()
    expect(screen.getByText('2 devices')).toBeTruthy()
    expect(rows()).toHaveLength(3)
    await user.click(screen.getByRole('button', { name: /^Details of Device updated, 3 devices/ }))
    expect(await screen.findByText('2 of 3 changes were undone.')).toBeTruthy()
  })

  test('undoes repeated changes from the newest one on', async () => {
    const { id, name } = await aDevice(server, space, { name: 'pump-1' })
    for (const text of ['first', 'second', 'third']) await comment(id, name, text, { [BATCH_HEADER]: batch })
    const entries = await entriesOf()
    const undos: string[] = []
    line.interrupt = async ({ method, path }) => {
      if (method !== 'POST') return undefined
      undos.push(path.split('/').at(-2) ?? '')
      const others = undos.length
      // Give another undo time to come.
      for (let round = 0; round < 20 && undos.length === others; round += 1)
        await new Promise((resolve) => setImmediate(resolve))
      return undos.length === others ? undefined : refusal(409, 'two at the same time')
    }
    await showChanges()
    await user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await screen.findByRole('list', { name: 'Selected' })
    await user.click(screen.getByRole('button', { name: 'Undo 3 changes' }))
    expect(await screen.findByText('3 done')).toBeTruthy()
    expect(undos).toEqual(entries.map((entry) => entry.id))
    expect(await comments()).toEqual(['pump-1: null'])
  })

  test('says so when nothing is left to undo', async () => {
    await commentOn(3)
    await showChanges()
    const button = await undoAll()
    for (const { id } of await entriesOf())
      await line.client.request('POST', `/spaces/${space.id}/audit/${id}/undo`)
    await user.click(button)
    expect(await screen.findByText('None of these changes can be undone.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Undo 0 changes' })).toHaveProperty('disabled', true)
  })

  test('says why its changes cannot be read, and can retry', async () => {
    await commentOn(3)
    await showChanges()
    const button = await undoAll()
    line.interrupt = ({ query }) => (query && 'batch' in query ? refusal(500, 'the server broke') : undefined)
    await user.click(button)
    expect(await screen.findByText('the server broke')).toBeTruthy()
    line.interrupt = () => undefined
    await user.click(screen.getByRole('button', { name: 'Try now' }))
    expect(await screen.findByRole('list', { name: 'Selected' })).toBeTruthy()
  })
})
