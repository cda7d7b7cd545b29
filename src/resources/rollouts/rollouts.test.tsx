import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { MUTES_CAPABILITY } from '#contract/alerts'
import type { Stage } from '#contract/rollouts'
import { ROLLOUTS_CAPABILITY } from '#contract/rollouts/capability'
import { aMember, aSpace, manyDevices, type TestSpace } from '../../../tests/support/builders'
import { address, connect, showInSpace } from '../../../tests/support/console'
import { firmwareOf, type TestDevice } from '../../../tests/support/firmware'
import { goOn, rolloutsOf } from '../../../tests/support/rollouts'
import { serve } from '../../../tests/support/serve'
import { screenIs } from '../../../tests/support/table'
import { i18nIn } from '../../../tests/support/texts'
import { anUplink } from '../../../tests/support/uplink'
import { rollouts } from '.'
import RolloutPage from './page/RolloutPage'
import RolloutList from './RolloutList'

// The parts of the form load before the tests, which would otherwise wait for all of them.
await Promise.all([
  import('./RolloutForms'),
  import('./inputs/ScopeInput'),
  import('./inputs/StagesInput'),
  import('./inputs/HoursInput'),
  import('./inputs/WatchInput'),
  import('../../components/rollouts/inputs/OrderInput'),
])

const server = await serve()
const user = userEvent.setup({ delay: null })

let space: TestSpace
let line: ReturnType<typeof connect>
let devices: TestDevice[]
let calls: ReturnType<typeof rolloutsOf>

const FIRMWARE = { kind: 'firmware', firmware: 'sense-3', target: 'app' } as const
const named = (some: readonly { id: string }[]) => ({
  kind: 'devices' as const,
  device_ids: some.map(({ id }) => id),
})
const gate = { kind: 'time', minutes: 0, failed_max: 0, troubled_max: 0 } as const
const STAGES: Stage[] = [
  { size: { kind: 'count', count: 1 }, gate },
  { size: { kind: 'rest' }, gate },
]
const capabilities = [ROLLOUTS_CAPABILITY, MUTES_CAPABILITY]

beforeEach(async () => {
  screenIs('wide')
  space = await aSpace(server)
  line = connect(server, space.owner)
  devices = await manyDevices(server, space, 3)
  calls = rolloutsOf(server, space)
})

const showList = (search = '') =>
  showInSpace(<RolloutList />, {
    client: line.client,
    space,
    resource: rollouts,
    path: '/rollouts',
    at: `/rollouts${search}`,
    capabilities,
  })

const showPage = (id: string, search = '') =>
  showInSpace(<RolloutPage />, {
    client: line.client,
    space,
    resource: rollouts,
    path: '/rollouts/:id',
    at: `/rollouts/${id}${search}`,
    capabilities,
  })

/** A firmware for all devices, the first of which has failed. */
async function aHeldOne() {
  const rollout = await calls.create({
    name: 'New firmware',
    order: FIRMWARE,
    scope: named(devices),
    stages: STAGES,
  })
  await goOn(server)
  const [member] = await calls.members(rollout, '?stage=0')
  const first = devices.find(({ id }) => id === member?.device_id)
  if (!first) throw new Error('no first device')
  const { list, report } = firmwareOf(server, space)
  await anUplink(server, first)
  const [job] = await list(first)
  if (!job) throw new Error('no job')
  await report(first, job, { state: 'failed', reason: 'no space left' })
  await goOn(server)
  return rollout
}

test('the list says what each one orders, and how far it is', async () => {
  await calls.create({ name: 'Pumps', order: FIRMWARE, scope: named(devices) })
  await goOn(server)
  await showList()
  const row = within(await screen.findByRole('row', { name: /Pumps/ }))
  expect(row.getByText('Running')).toBeTruthy()
  expect(row.getByText('Firmware sense-3 (app)')).toBeTruthy()
  expect(row.getByText('0 of 3 done')).toBeTruthy()
})

test('an empty list explains what roll-outs are for', async () => {
  await showList()
  expect(await screen.findByText(/A roll-out changes many devices/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Create roll-out' })).toBeTruthy()
})

describe('the page of a roll-out', () => {
  test('says what it waits for, and a part of a stage leads to its devices', async () => {
    const rollout = await calls.create({
      name: 'Pumps',
      order: FIRMWARE,
      scope: named(devices),
      stages: STAGES,
    })
    await goOn(server)
    await showPage(rollout.id)
    expect(await screen.findByText(/^Waits for 1 device/)).toBeTruthy()
    const stages = within(screen.getByRole('region', { name: 'Stages' }))
    await user.click(stages.getByRole('link', { name: '1 under way' }))
    expect(address()).toContain('filter=')
    const table = within(await screen.findByRole('region', { name: 'Devices' }))
    await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(2))
    expect(table.getByText('Ordered', { selector: 'td *' })).toBeTruthy()
  })

  test('can be paused, resumed and stopped, each after a confirmation', async () => {
    const rollout = await calls.create({ name: 'Pumps', order: FIRMWARE, scope: named(devices) })
    await goOn(server)
    await showPage(rollout.id)
    const confirm = async (act: string, title: string) => {
      await user.click(await screen.findByRole('button', { name: act }))
      const dialog = within(await screen.findByRole('alertdialog', { name: title }))
      await user.click(dialog.getByRole('button', { name: act }))
    }
    await confirm('Pause', 'Pause Pumps?')
    expect(await screen.findByText(/Somebody has paused it/)).toBeTruthy()
    await confirm('Resume', 'Resume Pumps?')
    await waitFor(async () => expect(await calls.read(rollout)).toMatchObject({ state: 'running' }))
    await confirm('Stop', 'Stop Pumps for good?')
    expect(await screen.findByText(/orders that waited were cancelled/)).toBeTruthy()
    expect(await calls.read(rollout)).toMatchObject({ state: 'stopped' })
  })

  test('says why it has paused itself, and that it goes on although a device failed', async () => {
    const rollout = await aHeldOne()
    await showPage(rollout.id)
    expect(await screen.findByText('Paused itself: 1 device failed; the gate allows 0')).toBeTruthy()
    expect(await screen.findByText('no space left')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Resume New firmware?' }))
    expect(dialog.getByText(/It goes on although 1 device failed/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Resume' }))
    await waitFor(async () => expect(await calls.read(rollout)).toMatchObject({ state: 'running' }))
  })

  test('a change of tags is rolled back by a roll-out of its own', async () => {
    const rollout = await calls.create({
      name: 'A comment',
      order: {
        kind: 'records',
        add_tags: [],
        remove_tags: [],
        set_labels: { site: 'Brno' },
        remove_labels: [],
      },
      scope: named(devices),
    })
    await goOn(server)
    await showPage(rollout.id)
    await user.click(await screen.findByRole('button', { name: 'Roll back' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Roll back A comment?' }))
    await user.click(dialog.getByRole('button', { name: 'Roll back' }))
    await waitFor(async () => expect((await calls.read(rollout)).rolled_back_by).toEqual(expect.any(String)))
    const { rolled_back_by } = await calls.read(rollout)
    await waitFor(() => expect(address()).toContain(String(rolled_back_by)))
  })

  test('a person who may only read sees it, and every action says that they may not', async () => {
    const rollout = await aHeldOne()
    const member = await aMember(server, space, 'user')
    line = connect(server, member)
    await showPage(rollout.id)
    const resume = await screen.findByRole('button', { name: 'Resume' })
    expect(resume.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('button', { name: 'Stop' }).getAttribute('aria-disabled')).toBe('true')
  })
})

test('a draft is tried, edited and started', async () => {
  const rollout = await calls.create({
    name: 'Later',
    order: FIRMWARE,
    scope: named(devices),
    start: false,
  })
  await showPage(rollout.id)
  expect(await screen.findByText('Stage 1: 3 devices')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Start' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Start Later?' }))
  await user.click(dialog.getByRole('button', { name: 'Start' }))
  await waitFor(async () => expect(await calls.read(rollout)).toMatchObject({ state: 'running' }))
})

test('the full form creates and starts one in stages', async () => {
  await showList('?create=true')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a roll-out' }))
  await user.type(await dialog.findByRole('textbox', { name: /^Name/ }), 'Restart')
  await user.click(await dialog.findByRole('combobox', { name: /^What/ }))
  await user.click(await screen.findByRole('option', { name: 'Run a command' }))
  await user.type(dialog.getByRole('textbox', { name: /^Commands/ }), 'system reboot')
  await user.click(dialog.getByRole('radio', { name: 'All that match a filter' }))
  await user.click(await dialog.findByRole('button', { name: '10 %, then the rest when I say so' }))
  expect(await dialog.findByText('Stage 1: 1 device')).toBeTruthy()
  expect(dialog.getByText('Stage 2: 2 devices')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Create roll-out' }))
  await waitFor(() => expect(address()).not.toContain('create=true'))
  const id = address()?.split('/').at(-1) ?? ''
  expect(await calls.read({ id })).toMatchObject({
    state: 'running',
    order: { kind: 'shell', body: ['system reboot'] },
    scope: { kind: 'filter' },
    stages: [{ size: { kind: 'share', percent: 10 } }, { size: { kind: 'rest' } }],
  })
})

test('counts have the right form in Czech', async () => {
  const { translate } = await i18nIn('cs')
  const forms = [1, 2, 5].map((smart_count) => translate('rollouts.states.pausedFailed', { smart_count }))
  expect(forms).toEqual([
    'Samo se pozastavilo: 1 selhalo',
    'Samo se pozastavilo: 2 selhala',
    'Samo se pozastavilo: 5 selhalo',
  ])
})
