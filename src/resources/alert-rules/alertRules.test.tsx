import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  ALERT_KINDS_CAPABILITY,
  ALERTS_CAPABILITY,
  alertRulesApi,
  CONNECTOR_ALERTS_CAPABILITY,
} from '#contract/alerts'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { aConnector, aDevice, aMember, aSpace, aTag, type TestSpace } from '../../../tests/support/builders'
import { stubCanvas } from '../../../tests/support/canvas'
import { address, connect, refusal, showInSpace } from '../../../tests/support/console'
import { findValues } from '../../../tests/support/series'
import { serve } from '../../../tests/support/serve'
import { screenIs } from '../../../tests/support/table'
import { anUplink } from '../../../tests/support/uplink'
import { alertRules } from '.'
import RuleList from './RuleList'
import RulePage from './RulePage'

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

const show = (at = '', more: readonly string[] = []) =>
  showInSpace(<RuleList />, {
    client: line.client,
    space,
    resource: alertRules,
    path: '/alert-rules',
    at: `/alert-rules${at}`,
    capabilities: [ALERTS_CAPABILITY, SERIES_CAPABILITY, ...more],
  })

async function aRule(body: object) {
  const answer = await server.call('POST', `/spaces/${space.id}/alert-rules`, {
    token: space.owner.token,
    body,
  })
  return alertRulesApi.create.answer.parse(await answer.json())
}

const showRule = (id: string, search = '') =>
  showInSpace(<RulePage />, {
    client: line.client,
    space,
    resource: alertRules,
    path: '/alert-rules/:id',
    at: `/alert-rules/${id}${search}`,
    capabilities: [ALERTS_CAPABILITY, SERIES_CAPABILITY],
  })

const stored = async () =>
  line.client.call(alertRulesApi.list.answer, 'GET', `/spaces/${space.id}/alert-rules`)

/** Creates a device that has measured these levels, one after the other. */
async function aTank(levels: readonly number[], name = 'tank-1') {
  const device = await aDevice(server, space, { name })
  for (const level of levels) await anUplink(server, device, { body: { level } })
  await findValues(server)
  return device
}

const dialog = async () => within(await screen.findByRole('dialog'))
const field = async (name: RegExp) => (await dialog()).findByRole('textbox', { name })
async function fill(name: RegExp, text: string) {
  const input = await field(name)
  await user.clear(input)
  await user.type(input, text)
}

async function chooseKind(name: string) {
  await user.click(await (await dialog()).findByRole('combobox', { name: /Condition/ }))
  await user.click(await screen.findByRole('option', { name }))
}

async function chooseValue(name: RegExp) {
  await user.click(await (await dialog()).findByRole('combobox', { name: 'Value' }))
  expect((await dialog()).getByRole('combobox', { name: 'Value' })).toHaveProperty('required', true)
  await user.click(await screen.findByRole('option', { name }))
}

const previewSays = (text: string | RegExp) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContainEqual(
      expect.stringMatching(text),
    ),
  )

describe('a space without rules', () => {
  test('gets a suggestion for silence, which opens filled in, shows its preview, and is saved', async () => {
    await aTank([30])
    await show()
    await user.click(await screen.findByRole('link', { name: 'Try this rule: Device late' }))
    expect(await field(/Name/)).toHaveProperty('value', 'Device late')
    expect(await (await dialog()).findByText('When any device is silent for 3 usual intervals')).toBeTruthy()
    await previewSays('No alerts of 1 device in the last 30 days.')
    await user.click(await (await dialog()).findByRole('button', { name: 'Create rule' }))
    await waitFor(async () =>
      expect(await stored()).toMatchObject([
        { name: 'Device late', enabled: true, condition: { kind: 'late', intervals: 3 } },
      ]),
    )
    const [rule] = await stored()
    await waitFor(() => expect(address()).toBe(`/space/${space.id}/alert-rules/${rule?.id}`))
  })

  test('gets a suggestion for batteries when a value has their charge', async () => {
    const device = await aDevice(server, space)
    await anUplink(server, device, { body: { battery_percent: 80, voltage: 3.6 } })
    await findValues(server)
    await show()
    await user.click(await screen.findByRole('link', { name: 'Try this rule: Battery low' }))
    expect(
      await (await dialog()).findByText(
        /^When battery_percent is below 20.%, until it returns to 25.%, on all devices$/,
      ),
    ).toBeTruthy()
  })

  test('gets a suggestion in the unit of the batteries, for the devices that send it', {
    tags: 'heavy',
  }, async () => {
    const [sensor, other] = [await aDevice(server, space, { name: 'sensor' }), await aDevice(server, space)]
    await anUplink(server, sensor, { body: { battery_voltage_mv: 3600, rssi_percent: 80 } })
    await anUplink(server, other, { body: { flow: 1 } })
    await findValues(server)
    await show()
    await user.click(await screen.findByRole('link', { name: 'Try this rule: Battery low' }))
    await user.click(await (await dialog()).findByRole('button', { name: 'Create rule' }))
    await waitFor(async () =>
      expect(await stored()).toMatchObject([
        {
          condition: { kind: 'below', path: 'battery_voltage_mv', limit: 3300, end: 3400 },
          scope: { kind: 'devices', device_ids: [sensor.id] },
        },
      ]),
    )
  })

  test('shows no suggestion to a person who may not create rules', async () => {
    line = connect(server, await aMember(server, space, 'user'))
    await show()
    expect(await screen.findByText(/There are no alert rules here/)).toBeTruthy()
    expect(screen.queryByText('Suggested rules')).toBeNull()
  })
})

describe('a space with rules', () => {
  test('gets only suggestions that it does not have yet', async () => {
    const device = await aDevice(server, space)
    await anUplink(server, device, { body: { battery_percent: 80 } })
    await findValues(server)
    await aRule({ name: 'quiet', condition: { kind: 'late', intervals: 4 } })
    await show('', [ALERT_KINDS_CAPABILITY])
    const offered = () => screen.queryAllByRole('link', { name: /^Try this rule/ })
    await waitFor(() => expect(offered()).toHaveLength(2))
    expect(offered().map((one) => one.getAttribute('aria-label'))).toEqual([
      'Try this rule: Battery low',
      'Try this rule: Firmware update failed',
    ])
    cleanup()
    for (const number of [1, 2, 3, 4, 5])
      await aRule({ name: `quiet-${number}`, condition: { kind: 'late', intervals: 4 } })
    await show('', [ALERT_KINDS_CAPABILITY])
    await user.click(await screen.findByText('2 suggested rules'))
    expect(offered()).toHaveLength(2)
    cleanup()
    await aRule({ name: 'empty', condition: { kind: 'below', path: 'battery_percent', limit: 10 } })
    await aRule({ name: 'firmware', condition: { kind: 'firmwareFailed' } })
    await show('', [ALERT_KINDS_CAPABILITY])
    expect(await screen.findByText('firmware')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/suggested rule/)).toBeNull())
  })
})

describe('the form of a rule', () => {
  test('has the kinds of the server', async () => {
    await aTank([30])
    const kinds = async () => {
      await user.click(await (await dialog()).findByRole('combobox', { name: /Condition/ }))
      return (await screen.findAllByRole('option')).map((one) => one.textContent)
    }
    await show('?create=true')
    expect(await kinds()).not.toContain('Device boots often')
    cleanup()
    await show('?create=true', [ALERT_KINDS_CAPABILITY])
    const known = await kinds()
    expect(known).toEqual(
      expect.arrayContaining(['Value no longer sent', 'Device boots often', 'Firmware job failed']),
    )
    expect(known).not.toContain('Connector failing')
  })

  test('has fields for missing values and for boots, and none for failed firmware jobs', {
    tags: 'heavy',
  }, async () => {
    await aTank([30])
    await show('?create=true', [ALERT_KINDS_CAPABILITY])
    await fill(/Name/, 'Restarts')
    await chooseKind('Value no longer sent')
    await chooseValue(/^level/)
    await fill(/For at least/, '1 d')
    expect(await (await dialog()).findByText('When level is not sent for 1 day, on all devices')).toBeTruthy()
    await chooseKind('Firmware job failed')
    expect(await (await dialog()).findByText('When a firmware job fails, on all devices')).toBeTruthy()
    await chooseKind('Device boots often')
    await fill(/Boots within 24 hours/, '3')
    expect(
      await (await dialog()).findByText('When any device boots at least 3 times within 24 hours'),
    ).toBeTruthy()
    await previewSays('No alerts of 1 device in the last 30 days.')
    await user.click(await (await dialog()).findByRole('button', { name: 'Create rule' }))
    await waitFor(async () =>
      expect(await stored()).toMatchObject([{ condition: { kind: 'boots', times: 3 } }]),
    )
  })

  test('for failing connectors has a choice of connectors, and says that none is notified of itself', {
    tags: 'heavy',
  }, async () => {
    await aTank([30])
    await aConnector(server, space, { name: 'erp' })
    await show('?create=true', [CONNECTOR_ALERTS_CAPABILITY])
    await fill(/Name/, 'No data in the ERP')
    await user.click(await (await dialog()).findByRole('radio', { name: 'Selected devices' }))
    await chooseKind('Connector failing')
    await fill(/For at least/, '15 m')
    expect(await (await dialog()).findByText('When any connector fails for 15 minutes')).toBeTruthy()
    await previewSays('No alerts of 1 connector in the last 30 days.')
    await user.click(await (await dialog()).findByRole('radio', { name: 'Selected connectors' }))
    await user.click(await (await dialog()).findByRole('combobox', { name: 'Connectors' }))
    await user.click(await screen.findByRole('option', { name: 'erp' }))
    expect(await (await dialog()).findByText('When the connector erp fails for 15 minutes')).toBeTruthy()
    await user.click(await (await dialog()).findByRole('combobox', { name: /Also send to/ }))
    await user.click(await screen.findByRole('option', { name: 'erp (has not delivered an alert yet)' }))
    expect(await (await dialog()).findByText(/A connector is not notified of its own failure/)).toBeTruthy()
    await user.click(await (await dialog()).findByRole('button', { name: 'Create rule' }))
    await waitFor(async () =>
      expect(await stored()).toMatchObject([
        { condition: { kind: 'connectorFails', seconds: 900 }, scope: { kind: 'connectors' } },
      ]),
    )
  })

  test('has choices, shows the rule as a sentence, and previews it while typing', async () => {
    const { id } = await aTank([30, 19, 30])
    await show('?create=true')
    await fill(/Name/, 'Tank nearly empty')
    await chooseKind('Value below a limit')
    expect(await (await dialog()).findByText(/^Complete the rule to preview/)).toBeTruthy()
    await chooseValue(/^level/)
    await fill(/^Below/, '20')
    expect(await (await dialog()).findByText('When level is below 20, on all devices')).toBeTruthy()
    await previewSays(/^1 alert of 1 device in the last 30 days, the shortest 1 second$/)
    const bar = await (await dialog()).findByRole('link', { name: /^tank-1: .*, 1 second, 19$/ })
    expect(bar.getAttribute('href')).toMatch(
      new RegExp(`^/space/${space.id}/devices/${id}\\?tab=history&range=\\d+-\\d+&series=level$`),
    )
    await fill(/^For at least/, '15 min')
    expect(
      await (await dialog()).findByText('When level is below 20 for 15 minutes, on all devices'),
    ).toBeTruthy()
    await previewSays('No alerts of 1 device in the last 30 days.')
    await user.click(await (await dialog()).findByRole('button', { name: 'Create rule' }))
    await waitFor(async () =>
      expect(await stored()).toMatchObject([
        { condition: { kind: 'below', path: 'level', limit: 20, end: null, seconds: 900, readings: 1 } },
      ]),
    )
  })

  test('shows how often the devices send, and when an alert opens at the earliest', async () => {
    const device = await aTank([30])
    await server.db.$client.query('update device_contact set usual_interval = 1800 where device_id = $1', [
      device.id,
    ])
    await show('?create=true')
    await chooseKind('Value below a limit')
    await chooseValue(/^level/)
    await fill(/^Below/, '20')
    const usual = await (await dialog()).findByText('Devices with this value usually send every 30 minutes.')
    expect(usual.parentElement?.textContent).toContain('An alert opens with the first such value.')
    await fill(/^For at least/, '45 min')
    expect(
      await (await dialog()).findByText(/An alert opens 45 minutes after the first such value/),
    ).toBeTruthy()
    await server.db.$client.query('update device_contact set usual_interval = null where device_id = $1', [
      device.id,
    ])
    await fill(/^Below/, '21')
    await waitFor(() => expect(screen.queryByText(/^Devices with this value/)).toBeNull())
  })

  test('offers a change when many alerts were short, which one click applies', {
    tags: 'heavy',
  }, async () => {
    await aTank([30, 19, 20.5, 19, 20.5, 19, 30])
    await show('?create=true')
    await chooseKind('Value below a limit')
    await chooseValue(/^level/)
    await fill(/^Below/, '20')
    await previewSays(/^3 alerts of 1 device/)
    await user.click(
      await (await dialog()).findByRole('button', { name: /^until it returns to .*: 1 alert$/ }),
    )
    await previewSays(/^1 alert of 1 device/)
    expect(await (await dialog()).findByText(/^When level is below 20, until it returns to/)).toBeTruthy()
  })

  test('makes one call for typed values, and says why the preview failed', async () => {
    const tried = () => line.calls.filter(({ path }) => path.endsWith('/try'))
    line.interrupt = ({ path }) => (path.endsWith('/try') ? refusal(400, 'too much at once') : undefined)
    await show('?create=true&suggestion=late')
    expect(await (await dialog()).findByText('too much at once')).toBeTruthy()
    expect(tried()).toHaveLength(1)
    line.interrupt = () => undefined
    await user.click(await (await dialog()).findByRole('button', { name: 'Try now' }))
    await previewSays('No device of this space matches.')
  })

  test('says that no device sends its value (any more)', async () => {
    const device = await aDevice(server, space)
    await anUplink(server, device, { body: { meters: [{ addr: 'a', volume: 4 }] } })
    await findValues(server)
    const said = async (path: string) => {
      const { id } = await aRule({ name: path, condition: { kind: 'above', path, limit: 5 } })
      const { unmount } = await showRule(id)
      const { textContent } = await screen.findByText(/so this rule has nothing to evaluate/)
      unmount()
      return textContent
    }
    expect(await said('meters[0].volume')).toMatch(
      /^No device of this space has sent the value meters\[0\]\.volume/,
    )
    await server.db.$client.query(
      `update series set last_at = now() - interval '8 days' where device_id = $1`,
      [device.id],
    )
    expect(await said('meters[].volume')).toMatch(/^The value meters\[\]\.volume was last sent at /)
  })

  test('for missing values does not warn about a missing value', async () => {
    const device = await aDevice(server, space)
    await anUplink(server, device, { body: { level: 4 } })
    await findValues(server)
    const condition = { path: 'volume', limit: 5 }
    const show = async (rule: object) => {
      const { id } = await aRule({ name: 'a rule', condition: rule })
      const { unmount } = await showRule(id)
      return unmount
    }
    const unmount = await show({ kind: 'above', ...condition })
    await screen.findByText(/so this rule has nothing to evaluate/)
    unmount()
    await show({ kind: 'missing', path: 'volume', seconds: 3600 })
    await screen.findByRole('heading', { level: 1, name: 'a rule' })
    await waitFor(() => expect(line.open).toBe(0))
    expect(screen.queryByText(/nothing to evaluate/)).toBeNull()
  })

  test('names the audience, and only its size for a person who may not read people', async () => {
    const colleague = await aMember(server, space, 'user')
    const notify = { roles: ['admin'], user_ids: [colleague.id, space.owner.id], connector_ids: [] }
    const { id } = await aRule({ name: 'silent', condition: { kind: 'silent', seconds: 3600 }, notify })
    const { unmount } = await showRule(id)
    const who = `Admins of the space, ${colleague.email}, ${space.owner.email}`
    expect(await screen.findByText(who)).toBeTruthy()
    unmount()
    line.interrupt = ({ path }) => (path.endsWith('/users') ? refusal(403, 'forbidden') : undefined)
    await showRule(id)
    expect(await screen.findByText('Admins of the space, 2 people of the space')).toBeTruthy()
  })

  test('can apply to devices with tags, or to chosen ones', async () => {
    const tag = await aTag(server, space, 'reservoir')
    const device = await aTank([30])
    await show('?create=true&suggestion=late')
    await user.click(await (await dialog()).findByRole('radio', { name: 'Devices with a tag' }))
    await user.click(await (await dialog()).findByRole('button', { name: 'Create rule' }))
    expect(await (await dialog()).findByText('Select at least one')).toBeTruthy()
    await user.click(await (await dialog()).findByRole('combobox', { name: 'Tags' }))
    await user.click(await screen.findByRole('option', { name: 'reservoir' }))
    expect(
      await (await dialog()).findByText(
        'When a device with the tag reservoir is silent for 3 usual intervals',
      ),
    ).toBeTruthy()
    await previewSays('No device of this space matches.')
    await user.click(await (await dialog()).findByRole('radio', { name: 'Selected devices' }))
    await user.click(await (await dialog()).findByRole('combobox', { name: 'Add a device' }))
    await user.click(await screen.findByRole('option', { name: /^tank-1/ }))
    expect(
      await (await dialog()).findByText('When the device tank-1 is silent for 3 usual intervals'),
    ).toBeTruthy()
    await user.click(await (await dialog()).findByRole('button', { name: 'Create rule' }))
    await waitFor(async () =>
      expect(await stored()).toMatchObject([{ scope: { kind: 'devices', device_ids: [device.id] } }]),
    )
    expect(tag.name).toBe('reservoir')
  })
})

describe('a rule', () => {
  test('keeps a deleted tag until somebody removes it', async () => {
    const [gone, kept] = [await aTag(server, space), await aTag(server, space)]
    const tag_ids = [gone.id, kept.id]
    const rule = await aRule({
      name: 'roof',
      condition: { kind: 'silent', seconds: 3600 },
      scope: { kind: 'tags', tag_ids },
    })
    await server.call('DELETE', `/spaces/${space.id}/tags/${gone.id}`, { token: space.owner.token })
    await showRule(rule.id, '?edit=true')
    const chip = await screen.findByRole('button', { name: 'Deleted tag' })
    expect(screen.getByRole('button', { name: kept.name })).toBeTruthy()
    chip.focus()
    await user.keyboard('{Delete}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(async () =>
      expect(await stored()).toMatchObject([{ scope: { kind: 'tags', tag_ids: [kept.id] } }]),
    )
  })

  test('is listed as a sentence, with the number of open alerts', async () => {
    const rule = await aRule({ name: 'wet', condition: { kind: 'above', path: 'level', limit: 20 } })
    await aTank([30])
    await show()
    expect(await screen.findByText('When level is above 20, on all devices')).toBeTruthy()
    const open = await screen.findByRole('link', { name: '1 open alert of wet' })
    const filter = JSON.stringify({ rule_id: [rule.id] })
    expect(open.getAttribute('href')).toBe(`/space/${space.id}/alerts?${new URLSearchParams({ filter })}`)
    expect(line.calls.filter(({ path }) => path.endsWith('/alerts'))).toEqual([])
  })

  test('is listed without a number on an older server that does not count', async () => {
    const [counted, uncounted] = [
      await aRule({ name: 'counted', condition: { kind: 'above', path: 'level', limit: 20 } }),
      await aRule({ name: 'uncounted', condition: { kind: 'above', path: 'level', limit: 20 } }),
    ]
    await aTank([30])
    const { open_count: _, ...older } = uncounted
    line.interrupt = ({ method, path }) =>
      method === 'GET' && path.endsWith('/alert-rules')
        ? Response.json([{ ...counted, open_count: 0 }, older])
        : undefined
    await show()
    const cellsOf = async (name: RegExp) =>
      within(await screen.findByRole('row', { name }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(await cellsOf(/\bcounted/)).toContain('0')
    expect(await cellsOf(/uncounted/)).not.toContain('0')
    expect(screen.queryByRole('link', { name: /open alert/ })).toBeNull()
  })

  test('can be switched off and on', async () => {
    const { id } = await aRule({ name: 'wet', condition: { kind: 'above', path: 'level', limit: 20 } })
    await showRule(id)
    await user.click(await screen.findByRole('switch', { name: 'Enabled' }))
    await waitFor(async () => expect(await stored()).toMatchObject([{ enabled: false }]))
    expect(await screen.findByText('Disabled')).toBeTruthy()
  })

  test('sends only changed fields', async () => {
    const { id } = await aRule({ name: 'wet', condition: { kind: 'above', path: 'level', limit: 20 } })
    await showRule(id, '?edit=true')
    const limit = await screen.findByRole('textbox', { name: /^Above/ })
    await user.clear(limit)
    await user.type(limit, '25')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('When level is above 25, on all devices')).toBeTruthy()
    expect(line.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { condition: { kind: 'above', path: 'level', limit: 25, end: null, readings: 1, seconds: 0 } },
    ])
  })
})

describe('a rule about a value', () => {
  // Without a width, nothing is drawn.
  beforeEach(() => {
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
    onTestFinished(() => width.mockRestore())
  })

  test('is set on the chart of the value, shows what it would have found, and is saved', async () => {
    const { id } = await aTank([30, 31, 42, 30])
    const value = new URLSearchParams({ path: 'level', name: 'level, tank-1', device: id })
    await show(`?${new URLSearchParams({ create: 'true', suggestion: `value?${value}` })}`)
    expect(await field(/Name/)).toHaveProperty('value', 'level, tank-1')
    expect(await screen.findByRole('img', { name: /^level in the last 30 days/ })).toBeTruthy()
    const limit = await screen.findByRole('slider', { name: 'Limit: alert above' })
    expect(limit.getAttribute('aria-valuetext')).toBe('42, Drag to set the limit')
    act(() => limit.focus())
    await user.keyboard('{PageDown}')
    const typed = await field(/Above/)
    await waitFor(() => expect(typed).not.toHaveProperty('value', ''))
    await previewSays('1 alert of 1 device in the last 30 days')
    await user.click(await (await dialog()).findByRole('button', { name: 'Create rule' }))
    await waitFor(async () =>
      expect(await stored()).toMatchObject([
        {
          name: 'level, tank-1',
          condition: { kind: 'above', path: 'level', limit: Number(limit.getAttribute('aria-valuenow')) },
          scope: { kind: 'devices', device_ids: [id] },
        },
      ]),
    )
  })

  test('moves the value at which it resolves along with its limit', async () => {
    await aTank([30, 31, 42, 30])
    const condition = { kind: 'above', path: 'level', limit: 40, end: 38 }
    const { id } = await aRule({ name: 'Overflow', condition })
    await showRule(id, '?edit=true')
    const limit = await screen.findByRole('slider', { name: 'Limit: alert above' })
    act(() => limit.focus())
    await user.keyboard('{ArrowDown}')
    const end = await screen.findByRole('textbox', { name: /Resolves at/ })
    const now = Number(limit.getAttribute('aria-valuenow'))
    expect(now).toBeLessThan(40)
    expect(Number(end.getAttribute('value'))).toBeCloseTo(now - 2)
  })
})
