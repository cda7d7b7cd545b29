import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { ALERTS_CAPABILITY } from '#contract/alerts'
import { HOUR } from '#contract/common/durations'
import {
  BATCHES_CAPABILITY,
  type Connector,
  type ConnectorInput,
  connectorsApi,
  DEFAULT_TRANSFORMATION,
  OPERATIONS_CAPABILITY,
} from '#contract/connectors'
import {
  aConnector,
  aDevice,
  aMember,
  aSpace,
  aTag,
  messagesOf,
  type TestSpace,
} from '../../../tests/support/builders'
import { address, connect, refusal, showInSpace } from '../../../tests/support/console'
import { aDelivery } from '../../../tests/support/deliveries'
import { serve } from '../../../tests/support/serve'
import { connectors } from '.'
import ConnectorList from './ConnectorList'
import ConnectorPage from './ConnectorPage'

const server = await serve()
const CAPABILITIES = [
  connectorsApi.secret.capability,
  connectorsApi.deliveries.capability,
  connectorsApi.outcomes.capability,
]
const OPERATED = [...CAPABILITIES, OPERATIONS_CAPABILITY]
const user = userEvent.setup({ delay: null })

let space: TestSpace
let tags: Awaited<ReturnType<typeof aTag>>[]
let connector: Connector
let line: ReturnType<typeof connect>

const values = (changes: Partial<ConnectorInput> = {}): ConnectorInput => ({
  name: 'to-warehouse',
  type: 'webhook',
  direction: 'up',
  triggers: ['data'],
  tags,
  transformation: 'function main(job) { return null }',
  retry_delays: [10, 5400],
  ...changes,
})

/** Changes the connector outside of the console. */
const change = async (changes: Partial<ConnectorInput>) => {
  const path = `/spaces/${space.id}/connectors/${connector.id}`
  const answer = await server.call('PUT', path, { token: space.owner.token, body: values(changes) })
  expect(answer.status).toBe(200)
}

const stored = () =>
  line.client.call(api.connectors.get.answer, 'GET', `/spaces/${space.id}/connectors/${connector.id}`)

beforeEach(async () => {
  space = await aSpace(server)
  tags = [await aTag(server, space)]
  connector = await aConnector(server, space, values())
  line = connect(server, space.owner)
})

const PAGE = () => `/space/${space.id}/connectors/${connector.id}`

/** Shows the page of the connector, with this query in its address. */
const show = (search = '', capabilities: string[] = CAPABILITIES) =>
  showInSpace(<ConnectorPage />, {
    client: line.client,
    space,
    resource: connectors,
    path: '/connectors/:id',
    at: `/connectors/${connector.id}${search}`,
    capabilities,
  })

const showList = (search = '', capabilities: string[] = CAPABILITIES) =>
  showInSpace(<ConnectorList />, {
    client: line.client,
    space,
    resource: connectors,
    path: '/connectors',
    at: `/connectors${search}`,
    capabilities,
  })

const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const openTab = async (name: string) => user.click(await screen.findByRole('tab', { name }))
const fill = async (input: HTMLElement, text: string) => {
  await user.clear(input)
  await user.paste(text)
}
const delay = (number: number) => screen.findByRole('textbox', { name: `Delay before retry ${number}` })

describe('a connector', () => {
  test('shows its delays in readable form, and warns when it has no tags', async () => {
    await change({ tags: [] })
    await show()
    expect(await screen.findByText('10 seconds, 1 hour 30 minutes')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toMatch(/^This connector has no tags/)
  })

  test('is switched off in its current state, whatever was shown', { tags: 'heavy' }, async () => {
    await show('', OPERATED)
    const enabled = await screen.findByRole('switch', { name: 'Enabled' })
    await change({ transformation: '// changed meanwhile' })
    await user.click(enabled)
    expect(await screen.findByText('Connector disabled')).toBeTruthy()
    expect(await screen.findByRole('switch', { name: 'Disabled' })).toHaveProperty('checked', false)
    expect(await stored()).toMatchObject({
      enabled: false,
      transformation: '// changed meanwhile',
      name: 'to-warehouse',
    })
  })

  test('that is disabled says so, and can be enabled from there', async () => {
    await change({ enabled: false })
    await show('', OPERATED)
    const off = await screen.findByRole('switch', { name: 'Disabled' })
    expect(screen.getByText('This connector is disabled: it delivers no new messages.')).toBeTruthy()
    await press('Enable')
    expect(await screen.findByText('Connector enabled')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/This connector is disabled/)).toBeNull())
    expect(off).toHaveProperty('checked', true)
    expect(screen.getByRole('switch', { name: 'Enabled' })).toBe(off)
  })

  test('is previewed on a batch once a batch size is set, and asks before it would cancel all', async () => {
    const [tag] = connector.tags
    const device = await aDevice(server, space, { tags: tag ? [tag] : [] })
    await messagesOf(server, device, [{ level: 1 }, { level: 2 }, { level: 3 }])
    const single = "function main(job) { return job.message && { url: 'https://example.com/in', data: 1 } }"
    await change({ transformation: single })
    await show('?edit=true&tab=advanced', [BATCHES_CAPABILITY, OPERATIONS_CAPABILITY])
    await user.type(await screen.findByRole('textbox', { name: /^Max. messages per request/ }), '10')
    await screen.findByText(/^Tried on the last 3 messages as one batch: the code returned null/)
    await press('Save')
    const question = await screen.findByRole('alertdialog', { name: 'Save code that cancels batches?' })
    await user.click(within(question).getByRole('button', { name: 'Back to the code' }))
    expect(await stored()).toMatchObject({ batch_size: null })
    const lists =
      "function main({ messages }) { return { url: 'https://example.com/in', data: messages.length } }"
    await fill(await screen.findByRole('textbox', { name: 'Transformation' }), lists)
    await screen.findByText(
      'Tried on the last 3 messages as one batch: one request to https://example.com/in with 1 bytes.',
    )
    await press('Save')
    await waitFor(async () => expect(await stored()).toMatchObject({ batch_size: 10, transformation: lists }))
  })

  test('that was just created lists what it lacks', async () => {
    await change({ enabled: false, transformation: DEFAULT_TRANSFORMATION })
    await show()
    expect(await screen.findByText(/Put the receiver's address into the code/)).toBeTruthy()
  })

  test('that cannot be switched off stays on, and the reason is shown', async () => {
    line.interrupt = ({ method }) => (method === 'PUT' ? refusal(409, 'not now') : undefined)
    await show('', OPERATED)
    const enabled = await screen.findByRole('switch', { name: 'Enabled' })
    await user.click(enabled)
    expect(await screen.findByText('not now')).toBeTruthy()
    expect(enabled).toHaveProperty('checked', true)
  })

  test('shows its secret on request, and a new one after a question', async () => {
    await show('?tab=security')
    await press('Show the secret')
    const old = (await screen.findByText(/^whsec_/)).textContent
    await press('Rotate')
    const dialog = await screen.findByRole('alertdialog')
    expect(line.sent).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Rotate' }))
    await waitFor(() => expect(screen.getByText(/^whsec_/).textContent).not.toBe(old))
  })

  test('has a table of the results of each hour, with links to its deliveries', async () => {
    const start = Math.floor(Date.now() / HOUR) * HOUR
    const time = new Date(start).toISOString()
    const route = { space, connector, device: await aDevice(server, space) }
    const at = new Date(start)
    for (const tries of [[{}], [{}], [{ success: false }, {}], [{ success: false }, {}]])
      await aDelivery(server, route, { at, tries })
    await show()
    await user.click(await screen.findByText('As a table'))
    const row = await screen.findByRole('row', { name: /Some failed/ })
    expect(row.textContent).toMatch(/Some failed424, 2$/)
    expect(within(row).getByRole('link').getAttribute('href')).toBe(
      `${PAGE()}/deliveries?${new URLSearchParams({ after: time, before: new Date(start + 3_599_999).toISOString(), outcome: 'failed' })}`,
    )
  })

  test('shows its last failures, each with a link to its delivery', async () => {
    const device = await aDevice(server, space, { tags })
    const route = { space, connector, device }
    const failed = { success: false, status: 503, error: 'status 503' }
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await aDelivery(server, route)
    const retried = { at: ago(300), state: 'pending' as const, nextAttemptAt: ago(-60) }
    const last = await aDelivery(server, route, {
      ...retried,
      tries: [failed, { ...failed, createdAt: ago(1) }],
    })
    const id = await aDelivery(server, route, { at: ago(20), state: 'failed', tries: [failed] })
    // A retry has delivered it.
    await aDelivery(server, route, { at: ago(10), tries: [failed, {}] })
    await show()
    const failures = await screen.findByRole('list', { name: 'Last failures' })
    const links = within(failures).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [last, id].map((one) => `${PAGE()}/deliveries/${one}`),
    )
    expect(failures.textContent).toContain(device.name)
    expect(failures.textContent).toContain('503')
  })

  test('can be viewed but not changed by a person who can only read', async () => {
    line = connect(server, await aMember(server, space, 'user'))
    await show('?edit=true', OPERATED)
    const disabled = async (name: string) =>
      expect((await screen.findByRole('button', { name })).getAttribute('aria-disabled')).toBe('true')
    await disabled('Edit')
    const enabled = screen.getByRole('switch', { name: 'Enabled' })
    const reason = document.getElementById(enabled.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('Your role does not allow this.')
    await user.click(enabled)
    expect(enabled).toHaveProperty('checked', true)
    await openTab('Security')
    await disabled('Show the secret')
    await disabled('Rotate')
    expect(line.sent).toEqual([])
  })

  test('has its parts in tabs; Edit leads from the code to the same place in the form, and back', async () => {
    await show('', OPERATED)
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Overview',
      'Deliveries',
      'Devices',
      'Code',
      'Security',
    ])
    await openTab('Code')
    expect(await screen.findByRole('region', { name: 'Transformation' })).toBeTruthy()
    await press('Edit')
    const advanced = await screen.findByRole('tab', { name: 'Advanced' })
    expect(advanced.getAttribute('aria-selected')).toBe('true')
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
    await press('Discard changes')
    expect((await screen.findByRole('tab', { name: 'Code' })).getAttribute('aria-selected')).toBe('true')
  })

  test('shows its newest deliveries, with a link to all of them', async () => {
    const device = await aDevice(server, space, { tags })
    await aDelivery(server, { space, connector, device })
    await show('?tab=deliveries', OPERATED)
    const newest = within(await screen.findByRole('region', { name: 'Newest deliveries' }))
    expect(await newest.findByRole('link', { name: device.name })).toBeTruthy()
    expect(newest.getByRole('link', { name: 'All deliveries' }).getAttribute('href')).toBe(
      `${PAGE()}/deliveries`,
    )
    expect(newest.getByRole('button', { name: 'Replay messages' })).toBeTruthy()
  })
})

describe('the edit mode', () => {
  test('has its tabs above the card, like other pages, and the buttons in it', async () => {
    await show('?edit=true')
    const tabs = await screen.findByRole('tablist', { name: 'Connector sections' })
    expect(tabs.closest('section')).toBeNull()
    const card = screen.getByRole('textbox', { name: 'Name' }).closest('section')
    expect(card).toBe(screen.getByRole('button', { name: 'Save' }).closest('section'))
  })

  test('keeps typed values of one tab while another is open, and saves all of them', {
    tags: 'heavy',
  }, async () => {
    await show('?edit=true')
    await fill(await screen.findByRole('textbox', { name: 'Name' }), 'to-storage')
    await user.click(screen.getByRole('checkbox', { name: 'Shell' }))
    await openTab('Advanced')
    await waitFor(() => expect(address()).toBe(`${PAGE()}?edit=true&tab=advanced`))
    await fill(await delay(2), '2h')
    await press('Add retry')
    await fill(await delay(3), '31d')
    expect(screen.queryByText(/the last after/)).toBeNull()
    await fill(await delay(3), '-5')
    expect(screen.getByText('2 retries, the last after 2 hours 10 seconds')).toBeTruthy()
    await fill(await screen.findByRole('textbox', { name: 'Transformation' }), '// later')
    await openTab('Details')
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'to-storage')
    await press('Save')
    expect(await screen.findByRole('heading', { level: 1, name: 'to-storage' })).toBeTruthy()
    expect(await stored()).toMatchObject({
      name: 'to-storage',
      triggers: ['data', 'shell'],
      tags,
      transformation: '// later',
      retry_delays: [10, 7200],
    })
  })

  test('shows the difference when somebody else has changed the code meanwhile', async () => {
    await show('?edit=true&tab=advanced')
    await fill(await screen.findByRole('textbox', { name: 'Transformation' }), '// mine')
    await change({ transformation: '// theirs', direction: 'down' })
    await press('Save')
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this too' })
    const code = await within(dialog).findByRole('region', { name: /compared with yours/ })
    await waitFor(() => expect(code.textContent).toMatch(/theirs[^]*mine/))
    await user.click(within(dialog).getByRole('radio', { name: 'Yours' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(async () =>
      expect(await stored()).toMatchObject({ transformation: '// mine', direction: 'down' }),
    )
  })

  test('asks for the password of a broker again when its host changes', async () => {
    connector = await aConnector(server, space, {
      ...values({ name: 'to-broker' }),
      type: 'mqtt',
      broker_url: 'mqtts://broker.example.com',
      broker_username: 'post',
      broker_password: 'a-password',
    })
    await show('?edit=true')
    await fill(await screen.findByRole('textbox', { name: 'Broker' }), 'mqtts://other.example.com')
    await press('Save')
    const asked = 'Enter the password again: the broker has another host or scheme'
    expect((await screen.findAllByText(asked)).length).toBeGreaterThan(0)
    expect(line.sent).toEqual([])
    await fill(screen.getByLabelText('Broker password'), 'another')
    await press('Save')
    await waitFor(async () =>
      expect(await stored()).toMatchObject({ broker_url: 'mqtts://other.example.com' }),
    )
  })

  test('scrolls to the field that prevents the save', { tags: 'heavy' }, async () => {
    await show('?edit=true&tab=advanced')
    await fill(await delay(1), 'soon')
    await openTab('Details')
    await press('Save')
    await waitFor(() => expect(address()).toBe(`${PAGE()}?edit=true&tab=advanced`))
    await screen.findAllByText('Enter a number with d, h, m or s, for example 10m')
    const faulty = await delay(1)
    await waitFor(() => expect(document.activeElement).toBe(faulty))
    expect(line.sent).toEqual([])
  })

  test('makes a negative delay 0 when its field is left', async () => {
    await show('?edit=true&tab=advanced')
    await fill(await delay(1), '-5')
    await user.tab()
    expect(await delay(1)).toHaveProperty('value', '0')
    expect(screen.getByText('1 retry, after 1 hour 30 minutes')).toBeTruthy()
    expect(line.sent).toEqual([])
    await press('Save')
    await waitFor(() => expect(line.sent[0]?.body).toMatchObject({ retry_delays: [5400] }))
  })

  test('refuses the name of another connector with a sentence, even when it comes from a draft', {
    tags: 'heavy',
  }, async () => {
    const other = await aConnector(server, space)
    await show('?edit=true')
    await fill(await screen.findByRole('textbox', { name: 'Name' }), other.name)
    await press('Save')
    expect(await screen.findByRole('heading', { level: 1, name: 'to-warehouse' })).toBeTruthy()
    expect((await screen.findAllByText(/Another connector has this name/)).length).toBeGreaterThan(0)
    await press('Restore')
    const name = await screen.findByRole('textbox', { name: 'Name' })
    expect(name).toHaveProperty('value', other.name)
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    const form = within(name.closest('form') ?? document.body)
    expect(form.getByText('Another connector has this name')).toBeTruthy()
  })

  test('holds at most nine retries, which can be moved and removed', async () => {
    await change({ retry_delays: [1, 2, 3, 4, 5, 6, 7, 8, 9] })
    await show('?edit=true&tab=advanced')
    expect(await screen.findByRole('button', { name: 'Add retry' })).toHaveProperty('disabled', true)
    await user.click(await delay(2))
    await user.keyboard('{Alt>}{ArrowLeft}{ArrowLeft}{/Alt}')
    expect(await delay(1)).toHaveProperty('value', '2s')
    // It cannot move further, and keeps the focus.
    expect(document.activeElement).toBe(await delay(1))
    await press('Move retry 1 later')
    expect(await delay(2)).toHaveProperty('value', '2s')
    await press('Move retry 2 earlier')
    expect(await delay(1)).toHaveProperty('value', '2s')
    const earlier = screen.getByRole('button', { name: 'Move retry 1 earlier' })
    expect(earlier.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(earlier)
    await press('Remove retry 1')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add retry' }))
    await press('Save')
    await waitFor(() => expect(line.sent).toHaveLength(1))
    expect(line.sent[0]?.body).toMatchObject({ retry_delays: [1, 3, 4, 5, 6, 7, 8, 9] })
  })
})

describe('the list', () => {
  test('refuses a second connector with the same name at its field', async () => {
    await showList('?create=true')
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a connector' }))
    await fill(await dialog.findByRole('textbox', { name: 'Name' }), 'to-warehouse')
    await user.click(dialog.getByRole('button', { name: 'Create connector' }))
    expect(await dialog.findByText('Another connector has this name')).toBeTruthy()
    expect(dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
  })

  test('marks those whose last attempt failed, with one call for all', async () => {
    const others = [await aConnector(server, space), await aConnector(server, space, { enabled: false })]
    const device = await aDevice(server, space)
    for (const each of [connector, ...others])
      await aDelivery(
        server,
        { space, connector: each, device },
        { state: 'failed', tries: [{ success: false }] },
      )
    await aDelivery(server, { space, connector: others[0] ?? connector, device })
    await showList()
    const row = await screen.findByRole('row', { name: /to-warehouse/ })
    const failing = await within(row).findByText('Failing')
    expect(within(failing.parentElement ?? failing).getByRole('time').textContent).not.toBe('')
    expect(screen.getAllByText('Failing')).toHaveLength(1)
    expect(screen.getAllByText('Enabled')).toHaveLength(1)
    expect(screen.getAllByText('Disabled')).toHaveLength(1)
    expect(line.calls.filter(({ path }) => path.endsWith('/outcomes'))).toHaveLength(1)
  })

  test('marks a direction like the list of messages', async () => {
    await showList()
    const direction = await screen.findByText('Uplink')
    expect(direction.parentElement?.querySelector('svg')).toBeTruthy()
  })

  test('warns of a connector without tags', async () => {
    await change({ tags: [] })
    await showList()
    expect(await screen.findByRole('img', { name: /^This connector has no tags/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Edit to-warehouse' }).getAttribute('href')).toBe(
      `${PAGE()}?edit=true`,
    )
  })

  test('marks a connector only for alerts, without a warning about tags', async () => {
    await change({ tags: [], triggers: [] })
    await showList('', [...CAPABILITIES, ALERTS_CAPABILITY])
    const row = within(await screen.findByRole('row', { name: /to-warehouse/ }))
    expect(row.getByText('None: only alerts')).toBeTruthy()
    expect(row.queryByRole('img', { name: /no tags/ })).toBeNull()
  })

  test('does not mention alerts on a server without them', async () => {
    await change({ tags: [], triggers: [] })
    await showList('?create=true')
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a connector' }))
    expect(await dialog.findByText(/^Messages of these types are forwarded/)).toBeTruthy()
    expect(await screen.findByRole('img', { name: /^This connector has no tags/, hidden: true })).toBeTruthy()
    // The code is the same for all servers.
    expect(document.body.textContent.replace(DEFAULT_TRANSFORMATION, '')).not.toMatch(/alert/i)
  })

  test('keeps the initial code of a new connector and its suggested fields in a draft', {
    tags: 'heavy',
  }, async () => {
    const withAlerts = [...CAPABILITIES, ALERTS_CAPABILITY]
    const first = await showList('?create=true&suggestion=pagerduty', withAlerts)
    await fill(await screen.findByRole('textbox', { name: 'Name' }), 'on-call')
    await user.keyboard('{Escape}')
    first.unmount()
    await showList('?create=true', withAlerts)
    const begin = await screen.findByRole('combobox', { name: 'Start from' })
    expect(begin).toHaveProperty('value', 'messages')
    await press('Restore')
    expect(begin).toHaveProperty('value', 'pagerduty')
    expect(screen.getByRole('checkbox', { name: 'Data' })).toHaveProperty('checked', false)
    await user.click(await screen.findByLabelText(/^Integration key/))
    await user.paste('0'.repeat(32))
    await user.click(screen.getByRole('button', { name: 'Create connector' }))
    await waitFor(() => expect(address()).toMatch(/\/connectors\/[^?]+$/))
    connector = { ...connector, id: address()?.split('/').at(-1) ?? '' }
    const { name, triggers, transformation } = await stored()
    expect({ name, triggers }).toEqual({ name: 'on-call', triggers: [] })
    expect(transformation).toContain('pagerduty')
  })

  test('creates a webhook that posts the body, and opens it', async () => {
    await showList('?create=true', OPERATED)
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a connector' }))
    await user.click(await dialog.findByRole('combobox', { name: /^Type/ }))
    const types = await screen.findAllByRole('option')
    expect(types.map((type) => [type.textContent, type.getAttribute('aria-disabled')])).toEqual([
      ['Webhook', null],
      ['Pull', 'true'],
      ['Data', 'true'],
    ])
    await user.keyboard('{Escape}')
    await fill(await dialog.findByRole('textbox', { name: 'Name' }), '2nd pipe')
    await press('Use the suggested name connector-2nd-pipe')
    await user.click(dialog.getByRole('checkbox', { name: 'Session' }))
    await user.click(dialog.getByRole('button', { name: 'Create connector' }))
    await waitFor(() => expect(address()).toMatch(/\/connectors\/[^?]+$/))
    connector = { ...connector, id: address()?.split('/').at(-1) ?? '' }
    expect(await stored()).toMatchObject({
      name: 'connector-2nd-pipe',
      type: 'webhook',
      direction: 'up',
      triggers: ['session', 'data'],
      tags: [],
      transformation: DEFAULT_TRANSFORMATION,
      enabled: false,
    })
  })
})
