import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { type SeriesChange, type SeriesSetting, seriesSettingsApi } from '#contract/series/settings'
import { plainSetting } from '#contract/series/shown'
import { aMember, aSpace, aTag, type TestSpace } from '../../../tests/support/builders'
import { connect, showInSpace } from '../../../tests/support/console'
import { serveSpace } from '../../../tests/support/serve'
import SettingsDialog, { moved } from './settings/SettingsDialog'
import { ValueActions } from './settings/ValueActions'

const { server } = await serveSpace()
let space: TestSpace
let line: ReturnType<typeof connect>
beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
})

const show = (part: Parameters<typeof showInSpace>[0], client = line.client) =>
  showInSpace(part, { client, space, capabilities: [SERIES_CAPABILITY] })

const at = () => `/spaces/${space.id}/series/settings`

async function settings(): Promise<SeriesSetting[]> {
  const answer = await server.call('GET', at(), space.owner)
  return seriesSettingsApi.read.answer.parse(await answer.json()).series
}

async function change(...series: SeriesChange[]) {
  const answer = await server.call('PUT', at(), { token: space.owner.token, body: { series } })
  expect(answer.status).toBe(200)
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const item = (name: string | RegExp) => screen.findByRole('menuitem', { name })

describe('a value', () => {
  test('is pinned in one click, and restored by "Undo" in the toast', async () => {
    const user = userEvent.setup({ delay: null })
    await show(<ValueActions path="meters[sn=1].volume" label="volume" tags={[]} />)
    await user.click(await button('Pin volume'))
    expect(await screen.findByText('volume pinned')).toBeTruthy()
    expect(await settings()).toMatchObject([{ path: 'meters[].volume', is_pinned: true, tags: [] }])
    expect(await screen.findByRole('button', { name: 'Pin volume', pressed: true })).toBeTruthy()
    await user.click(await button('Undo'))
    expect(await screen.findByText('Undone')).toBeTruthy()
    expect(await settings()).toEqual([])
    expect(await screen.findByRole('button', { name: 'Pin volume', pressed: false })).toBeTruthy()
  })

  test('is pinned for devices with a tag, beside values that somebody else has pinned meanwhile', async () => {
    const user = userEvent.setup({ delay: null })
    const [water, roof] = [await aTag(server, space, 'water'), await aTag(server, space, 'roof')]
    await show(<ValueActions path="level" label="level" tags={[water]} />)
    await user.click(await button('Options for level'))
    await change({ path: 'level', is_pinned: true, tags: [{ id: roof.id }] })
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Pin for devices with water' }))
    await waitFor(async () =>
      expect((await settings())[0]?.tags.map(({ name }) => name)).toEqual(['roof', 'water']),
    )
  })

  test('gets a name, a unit and decimals, and only changes are sent', async () => {
    const user = userEvent.setup({ delay: null })
    await show(<ValueActions path="level" label="level" tags={[]} />)
    await user.click(await button('Options for level'))
    await user.click(await item('Name, unit, decimals…'))
    const dialog = await screen.findByRole('dialog', { name: 'Display of level' })
    await change({ path: 'level', unit: 'cm' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Reservoir')
    await user.click(within(dialog).getByRole('combobox', { name: /Decimals/ }))
    await user.click(await screen.findByRole('option', { name: '2' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await settings()).toMatchObject([{ label: 'Reservoir', unit: 'cm', decimals: 2 }])
  })

  test('of a single list item can have its own name', async () => {
    const user = userEvent.setup({ delay: null })
    await show(<ValueActions path="meters[sn=1].volume" label="volume" tags={[]} />)
    await user.click(await button('Options for volume'))
    await user.click(await item('Name, unit, decimals…'))
    await user.click(await screen.findByRole('radio', { name: /^This item only/ }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Garden')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(async () =>
      expect(await settings()).toMatchObject([{ path: 'meters[sn=1].volume', label: 'Garden' }]),
    )
  })

  test('can be hidden and shown again', async () => {
    const user = userEvent.setup({ delay: null })
    await show(<ValueActions path="level" label="level" tags={[]} />)
    await user.click(await button('Options for level'))
    await user.click(await item('Hide'))
    await waitFor(async () => expect(await settings()).toMatchObject([{ path: 'level', is_hidden: true }]))
    await user.click(await button('Options for level'))
    await user.click(await item('Show'))
    await waitFor(async () => expect(await settings()).toEqual([]))
  })

  test('of a hidden list can be shown alone, and with the list', async () => {
    const user = userEvent.setup({ delay: null })
    const path = 'meters[sn=2].volume'
    await show(<ValueActions path={path} label="Garden" tags={[]} />)
    const choose = async (name: string) => {
      await user.click(await button('Options for Garden'))
      await user.click(await item(name))
    }
    const expectSettings = (...expected: object[]) =>
      waitFor(async () => expect(await settings()).toMatchObject(expected))
    await choose('Hide')
    await expectSettings({ path: 'meters[].volume', is_hidden: true })
    await choose('Show this item')
    await expectSettings({ path: 'meters[].volume', is_hidden: true }, { path, is_shown: true })
    await choose('Hide')
    await expectSettings({ path: 'meters[].volume', is_hidden: true })
    await choose('Show the whole list')
    await waitFor(async () => expect(await settings()).toEqual([]))
  })

  test('has no buttons for people who may not change it', async () => {
    const member = await aMember(server, space, 'user')
    const { client } = connect(server, member)
    await change({ path: 'level', is_pinned: true })
    await show(
      <>
        <ValueActions path="level" label="level" tags={[]} />
        <SettingsDialog onClose={() => undefined} />
      </>,
      client,
    )
    expect(await screen.findByText(/all devices/)).toBeTruthy()
    expect(screen.getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      'Close',
    ])
  })

  test('is not restored over a later change of somebody else', async () => {
    const user = userEvent.setup({ delay: null })
    await show(<ValueActions path="level" label="level" tags={[]} />)
    await user.click(await button('Pin level'))
    const undo = await button('Undo')
    await change({ path: 'level', is_pinned: false })
    await user.click(undo)
    expect(await screen.findByText(/was changed again since/)).toBeTruthy()
    expect(await settings()).toEqual([])
  })
})

describe('the list of the values of a space', () => {
  test('says when it is empty', async () => {
    await show(<SettingsDialog onClose={() => undefined} />)
    expect(await screen.findByText(/^No value is pinned or named in this space/)).toBeTruthy()
  })

  test('reorders and removes pinned values', async () => {
    const user = userEvent.setup({ delay: null })
    await change(
      { path: 'a', is_pinned: true, label: 'Air' },
      { path: 'b', is_pinned: true },
      { path: 'c', is_hidden: true },
    )
    await show(<SettingsDialog onClose={() => undefined} />)
    const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    await button('Move b up')
    expect(names()).toEqual(['Aira · on all devices', 'bon all devices', 'chidden'])
    await user.click(await button('Move b up'))
    await waitFor(() => expect(names()).toEqual(['bon all devices', 'Aira · on all devices', 'chidden']))
    await user.click(await button('Remove the settings of Air'))
    await waitFor(() => expect(names()).toEqual(['bon all devices', 'chidden']))
    expect((await settings()).map(({ path }) => path)).toEqual(['b', 'c'])
  })
})

test('changes by a move only the affected positions, and none of a removed value', () => {
  const pins = ['a', 'b', 'c'].map((path, i) =>
    Object.assign(plainSetting(path), { is_pinned: true, place: i + 1 }),
  )
  expect(moved(pins, 'b', -1)).toEqual([
    { path: 'b', place: 1 },
    { path: 'a', place: 2 },
  ])
  expect(moved(pins, 'c', 1)).toEqual([])
  expect(moved(pins, 'x', 1)).toEqual([])
})
