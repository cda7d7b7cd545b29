import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  ALERT_ASSIGNMENT_CAPABILITY,
  ALERT_NOTES_CAPABILITY,
  ALERTS_CAPABILITY,
  alertsApi,
  CONNECTOR_ALERTS_CAPABILITY,
  MUTES_CAPABILITY,
} from '#contract/alerts'
import { MINUTE } from '#contract/common/durations'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { aFailingConnector, anAlert, anAlertRule } from '../../../tests/support/alerts'
import { aDevice, aMember, aSpace, type TestSpace } from '../../../tests/support/builders'
import { stubCanvas } from '../../../tests/support/canvas'
import { connect, showInSpace, uuid } from '../../../tests/support/console'
import { createMute } from '../../../tests/support/mutes'
import { findValues } from '../../../tests/support/series'
import { serve } from '../../../tests/support/serve'
import { screenIs } from '../../../tests/support/table'
import { anUplink } from '../../../tests/support/uplink'
import { alerts } from '.'
import AlertList from './AlertList'
import AlertPage from './AlertPage'

stubCanvas()
const server = await serve()
const user = userEvent.setup({ delay: null })

let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  screenIs('wide')
  space = await aSpace(server)
  line = connect(server, space.owner)
})

const capabilities = [
  ALERT_ASSIGNMENT_CAPABILITY,
  ALERTS_CAPABILITY,
  ALERT_NOTES_CAPABILITY,
  CONNECTOR_ALERTS_CAPABILITY,
  MUTES_CAPABILITY,
  SERIES_CAPABILITY,
]
const showList = (search = '') =>
  showInSpace(<AlertList />, {
    client: line.client,
    space,
    resource: alerts,
    path: '/alerts',
    at: `/alerts${search}`,
    capabilities,
  })
const showAlert = (id: string) =>
  showInSpace(<AlertPage />, {
    client: line.client,
    space,
    resource: alerts,
    path: '/alerts/:id',
    at: `/alerts/${id}`,
    capabilities,
  })

async function send(device: Parameters<typeof anUplink>[1], ...levels: number[]) {
  for (const level of levels) await anUplink(server, device, { body: { level } })
  await findValues(server)
}

const listed = async () => line.client.call(alertsApi.list.answer, 'GET', `/spaces/${space.id}/alerts`)

/** Creates two tanks with levels below the limit of a rule. */
async function anOutage() {
  const body = {
    name: 'Tank nearly empty',
    condition: { kind: 'below', path: 'level', limit: 20, end: 25 },
  }
  await server.call('POST', `/spaces/${space.id}/alert-rules`, { token: space.owner.token, body })
  const devices = [
    await aDevice(server, space, { name: 'tank-1' }),
    await aDevice(server, space, { name: 'tank-2' }),
  ] as const
  await send(devices[0], 30, 19)
  await send(devices[1], 12)
  const [alert] = await listed()
  if (!alert) throw new Error('no alert has opened')
  return { devices, alert }
}

describe('the list of alerts', () => {
  test('shows each condition, its start, its devices and its worst value', async () => {
    const { devices } = await anOutage()
    await showList()
    const row = within(await screen.findByRole('row', { name: /Tank nearly empty/ }))
    expect(row.getByText('Open')).toBeTruthy()
    expect(row.getByText('When level is below 20, until it returns to 25')).toBeTruthy()
    expect(row.getByText('12')).toBeTruthy()
    for (const [place, name] of ['tank-1', 'tank-2'].entries())
      expect(row.getByRole('link', { name }).getAttribute('href')).toBe(
        `/space/${space.id}/devices/${devices[place]?.id}`,
      )
  })

  test('shows the worst value of all devices, even of those that the answer does not name', async () => {
    const { alert } = await anOutage()
    const [, first] = alert.devices
    line.interrupt = ({ path }) =>
      path.endsWith('/alerts') ? Response.json([{ ...alert, devices: [first] }]) : undefined
    await showList()
    const row = within(await screen.findByRole('row', { name: /Tank nearly empty/ }))
    expect(first?.worst).toBe(19)
    expect(row.getByText('12')).toBeTruthy()
  })

  test('is empty when nothing is open, with ended alerts in another tab', async () => {
    const { devices } = await anOutage()
    for (const device of devices) await send(device, 26)
    await showList()
    expect(await screen.findByText('No open alerts')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Resolved' }))
    const row = within(await screen.findByRole('row', { name: /Tank nearly empty/ }))
    expect(row.queryByRole('button', { name: /Acknowledge/ })).toBeNull()
  })

  test('has the subject of an alert first, then its rule', async () => {
    await anOutage()
    await showList()
    const heads = await screen.findAllByRole('columnheader')
    expect(heads.slice(0, 2).map(({ textContent }) => textContent)).toEqual(['Affected', 'Rule'])
  })

  test('can be filtered by a device, also among ended alerts', async () => {
    await anOutage()
    await aDevice(server, space, { name: 'other' })
    await showList()
    await user.click(await screen.findByRole('button', { name: 'Filter: Device' }))
    await user.click(await screen.findByRole('option', { name: /other/ }))
    expect(await screen.findByText('No data available')).toBeTruthy()
    const chips = () => within(screen.getByRole('list', { name: 'Filters' }))
    expect(await chips().findByText('other')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Resolved' }))
    expect(await chips().findByText('other')).toBeTruthy()
    await user.click(chips().getByRole('button', { name: 'Clear the filter Device' }))
    expect(await screen.findByText(/^No resolved alerts yet/)).toBeTruthy()
  })

  test('can be filtered by a connector in the address', async () => {
    await anOutage()
    const { connector } = await aFailingConnector(server, space)
    await showList(`?filter=${JSON.stringify({ connector_id: connector.id })}`)
    const row = within(await screen.findByRole('row', { name: /a connector fails/ }))
    expect(row.getByRole('link', { name: connector.name })).toBeTruthy()
    expect(screen.queryByRole('row', { name: /Tank nearly empty/ })).toBeNull()
    const chips = within(screen.getByRole('list', { name: 'Filters' }))
    expect(await chips.findByText(connector.name)).toBeTruthy()
    await user.click(chips.getByRole('button', { name: 'Clear the filter Connector' }))
    expect(await screen.findByRole('row', { name: /Tank nearly empty/ })).toBeTruthy()
  })

  test('can be acknowledged, and shows by whom and their note', async () => {
    await anOutage()
    await showList()
    await user.click(await screen.findByRole('button', { name: 'Acknowledge the alert Tank nearly empty' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge this alert?' }))
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'on my way')
    await user.click(dialog.getByRole('button', { name: 'Acknowledge' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const row = within(await screen.findByRole('row', { name: /Tank nearly empty/ }))
    expect(await row.findByText('Acknowledged')).toBeTruthy()
    expect(row.getByText('on my way')).toBeTruthy()
    expect(await listed()).toMatchObject([{ note: 'on my way', acknowledged_by: space.owner.email }])
  })

  test.each([
    ['Take over', 'me', ['it is the valve', 'on my way']],
    ['Only add my note', 'the other', ['it is the valve', 'on my way']],
    ['Leave it to them', 'the other', ['on my way']],
  ])('that somebody else acknowledges meanwhile asks whose it is: %s', async (choice, who, notes) => {
    const { alert } = await anOutage()
    await showList()
    await user.click(await screen.findByRole('button', { name: 'Acknowledge the alert Tank nearly empty' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge this alert?' }))
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'it is the valve')
    const colleague = await aMember(server, space, 'admin')
    await server.call('POST', `/spaces/${space.id}/alerts/${alert.id}/acknowledge`, {
      token: colleague.token,
      body: { note: 'on my way' },
    })
    await user.click(dialog.getByRole('button', { name: 'Acknowledge' }))
    expect(await dialog.findByText(`${colleague.email} acknowledged it in the meantime.`)).toBeTruthy()
    expect(dialog.getByText(`${colleague.email}: on my way`)).toBeTruthy()
    expect(await listed()).toMatchObject([{ note: 'on my way' }])
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your note' }).value).toBe(
      'it is the valve',
    )
    await user.click(dialog.getByRole('button', { name: choice }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await listed()).toMatchObject([
      {
        acknowledged_by: who === 'me' ? space.owner.email : colleague.email,
        notes: notes.map((text) => ({ text })),
      },
    ])
  })

  test('with a new note meanwhile shows it, and no older ones that the list leaves out', async () => {
    const { alert } = await anOutage()
    const colleague = await aMember(server, space, 'admin')
    const write = async (note: string) => {
      const { token } = colleague
      const path = `/spaces/${space.id}/alerts/${alert.id}/notes`
      return server.call('POST', path, { token, body: { note } })
    }
    for (const note of ['one', 'two', 'three', 'four', 'five']) await write(note)
    await showList()
    await user.click(await screen.findByRole('button', { name: 'Acknowledge the alert Tank nearly empty' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge this alert?' }))
    await write('six')
    await user.click(dialog.getByRole('button', { name: 'Acknowledge' }))
    await dialog.findByText(`${colleague.email}: six`)
    const written = dialog.getAllByText(new RegExp(`^${colleague.email}: `))
    expect(written.map(({ textContent }) => textContent)).toEqual([`${colleague.email}: six`])
  })

  test('shows how long its condition has lasted, not how long it has been open', async () => {
    const rule = await anAlertRule(server, space)
    await anAlert(server, rule, (await aDevice(server, space)).id, 65 * MINUTE)
    await showList()
    const row = within(await screen.findByRole('row', { name: /silent/ }))
    expect(row.getByText('1 hour 5 minutes')).toBeTruthy()
  })

  test('can be snoozed, and shows until when, by whom, and where to end that', async () => {
    await anOutage()
    await showList()
    await user.click(await screen.findByRole('button', { name: 'Snooze the alert Tank nearly empty' }))
    await user.click(await screen.findByRole('menuitem', { name: 'For 1 hour' }))
    const row = within(await screen.findByRole('row', { name: /Tank nearly empty/ }))
    const link = await row.findByRole('link', { name: /^muted until / })
    expect(row.getByText(`by ${space.owner.email}`)).toBeTruthy()
    const [mute] = (await listed())[0]?.mutes ?? []
    expect(link.getAttribute('href')).toBe(`/space/${space.id}/mutes/${mute?.id}`)
    // The button has disappeared, and the focus stays in its row.
    await waitFor(() => expect(row.getAllByRole('link')).toContain(document.activeElement))
  })

  test('that is partly muted says so, and can still be snoozed', async () => {
    const { devices } = await anOutage()
    await createMute(server, space, { scope: { kind: 'devices', device_ids: [devices[0].id] } })
    await showList()
    const row = within(await screen.findByRole('row', { name: /Tank nearly empty/ }))
    expect(await row.findByRole('link', { name: /^partly muted until / })).toBeTruthy()
    await user.click(row.getByRole('button', { name: 'Snooze the alert Tank nearly empty' }))
    await user.click(await screen.findByRole('menuitem', { name: 'For 1 hour' }))
    expect(await screen.findAllByRole('link', { name: /^muted until / })).toHaveLength(2)
  })

  test('says why a person who can only read cannot acknowledge it', async () => {
    await anOutage()
    line = connect(server, await aMember(server, space, 'user'))
    await showList()
    const button = await screen.findByRole('button', { name: 'Acknowledge the alert Tank nearly empty' })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  })
})

describe('an alert', () => {
  test('has all devices of the outage, each with its values and messages at that time', async () => {
    const { devices, alert } = await anOutage()
    await showAlert(alert.id)
    expect(await screen.findByRole('heading', { level: 1, name: 'Tank nearly empty' })).toBeTruthy()
    expect(screen.getByText('2 devices, 2 ongoing')).toBeTruthy()
    const history = await screen.findByRole('link', { name: 'History of tank-2 at that time' })
    expect(history.getAttribute('href')).toMatch(
      new RegExp(`^/space/${space.id}/devices/${devices[1].id}\\?tab=history&range=\\d+-\\d+&series=level$`),
    )
    const messages = screen.getByRole('link', { name: 'Messages of tank-2 at that time' })
    expect(messages.getAttribute('href')).toContain(`/messages?deviceId=${devices[1].id}&filter=`)
  })

  test('about a value has a chart of it around the alert, with a line for each device', async () => {
    const { alert } = await anOutage()
    await showAlert(alert.id)
    expect(await screen.findByRole('img', { name: /^level around the alert, / })).toBeTruthy()
    const names = within(await screen.findByRole('list', { name: 'Lines of the chart' }))
    expect(
      names
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
        .toSorted(),
    ).toEqual(['tank-1', 'tank-2'])
  })

  test('is assigned to another person, and to whom it is stays on its page', async () => {
    const { alert } = await anOutage()
    const colleague = await aMember(server, space, 'admin')
    await showAlert(alert.id)
    await user.click(await screen.findByRole('button', { name: 'Acknowledge' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Acknowledge this alert?' }))
    const person = await asked.findByRole<HTMLInputElement>('combobox', { name: 'Assigned to' })
    expect(person.value).toBe('Me')
    await user.click(person)
    await user.click(await screen.findByRole('option', { name: colleague.email }))
    expect(asked.getByText(/^That person is notified/)).toBeTruthy()
    await user.click(asked.getByRole('button', { name: 'Assign' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText(colleague.email)).toBeTruthy()
    expect(screen.getByText(`, assigned by ${space.owner.email}`)).toBeTruthy()
    expect(await listed()).toMatchObject([{ assigned_to: colleague.email }])
    await user.click(screen.getByRole('button', { name: 'Assign' }))
    const again = within(await screen.findByRole('dialog', { name: 'Assign this alert?' }))
    await user.click(again.getByRole('button', { name: 'Take over' }))
    await waitFor(async () => expect(await listed()).toMatchObject([{ assigned_to: space.owner.email }]))
  })

  test('has all notes, and accepts another one', async () => {
    const { alert } = await anOutage()
    const colleague = await aMember(server, space, 'admin')
    await server.call('POST', `/spaces/${space.id}/alerts/${alert.id}/acknowledge`, {
      token: colleague.token,
      body: { note: 'on my way' },
    })
    await showAlert(alert.id)
    const notes = within(await screen.findByRole('region', { name: 'Notes' }))
    await user.type(notes.getByRole('textbox', { name: 'New note' }), 'it is the valve')
    await user.click(notes.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(notes.getAllByRole('listitem')).toHaveLength(2))
    expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(new RegExp(`^${space.owner.email}, .*it is the valve$`)),
      expect.stringMatching(new RegExp(`^${colleague.email}, .*on my way$`)),
    ])
    expect(notes.getByRole<HTMLTextAreaElement>('textbox', { name: 'New note' }).value).toBe('')
    expect(await listed()).toMatchObject([{ acknowledged_by: colleague.email }])
  })

  test('refuses an empty note, and keeps a typed one as a draft', async () => {
    const { alert } = await anOutage()
    const { unmount } = await showAlert(alert.id)
    const form = async () => within(await screen.findByRole('region', { name: 'Notes' }))
    const field = (notes: Awaited<ReturnType<typeof form>>) =>
      notes.getByRole<HTMLTextAreaElement>('textbox', { name: 'New note' })
    const notes = await form()
    expect(document.activeElement).not.toBe(field(notes))
    await user.click(notes.getByRole('button', { name: 'Add note' }))
    expect(await notes.findByText('Required')).toBeTruthy()
    expect(document.activeElement).toBe(field(notes))
    await user.type(field(notes), 'it is the valve')
    expect(notes.queryByText('Required')).toBeNull()
    unmount()
    await showAlert(alert.id)
    const again = await form()
    expect(again.getByText('You have a note on this alert that is not added yet.')).toBeTruthy()
    await user.click(again.getByRole('button', { name: 'Restore' }))
    expect(field(again).value).toBe('it is the valve')
    await user.click(again.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(again.getAllByRole('listitem')).toHaveLength(1))
    expect(field(again).value).toBe('')
  })

  test('of a connector links to its page and its failed deliveries, and can be snoozed for it', async () => {
    const { connector, rule } = await aFailingConnector(server, space)
    const [alert] = await listed()
    await showAlert(alert?.id ?? '')
    expect(await screen.findByText('1 connector, 1 ongoing')).toBeTruthy()
    expect(screen.getByRole('link', { name: connector.name }).getAttribute('href')).toBe(
      `/space/${space.id}/connectors/${connector.id}`,
    )
    const deliveries = screen.getByRole('link', { name: `Deliveries of ${connector.name} at that time` })
    expect(deliveries.getAttribute('href')).toMatch(
      new RegExp(`^/space/${space.id}/connectors/${connector.id}/deliveries\\?after=.*&outcome=failed$`),
    )
    await user.click(screen.getByRole('button', { name: 'Snooze the alert a connector fails' }))
    await user.click(await screen.findByRole('menuitem', { name: 'For 1 hour' }))
    await waitFor(async () => expect((await listed())[0]?.mutes).toHaveLength(1))
    const { rows } = await server.db.$client.query('select scope, rule_ids from mute where space_id = $1', [
      space.id,
    ])
    expect(rows).toEqual([
      { scope: { kind: 'connectors', connector_ids: [connector.id] }, rule_ids: [rule.ruleId] },
    ])
  })

  test('that is snoozed until tomorrow shows until when, by whom, and where to end that', async () => {
    const { alert } = await anOutage()
    await showAlert(alert.id)
    await user.click(await screen.findByRole('button', { name: 'Snooze the alert Tank nearly empty' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Until tomorrow 8:00' }))
    expect(await screen.findByText(new RegExp(`^until .*, by ${space.owner.email}$`))).toBeTruthy()
    const [muted] = await listed()
    const [mute] = muted?.mutes ?? []
    const links = screen.getAllByRole('link', { name: 'Tank nearly empty' })
    expect(links.map((link) => link.getAttribute('href'))).toContain(`/space/${space.id}/mutes/${mute?.id}`)
    expect(screen.queryByRole('button', { name: 'Snooze the alert Tank nearly empty' })).toBeNull()
  })

  test('that does not exist says so', async () => {
    await showAlert(uuid(77))
    expect(await screen.findByText('Alert not found')).toBeTruthy()
  })
})
