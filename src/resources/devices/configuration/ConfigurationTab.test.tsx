import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { CONFIGURATION_CAPABILITY } from '#contract/devices/configurationState'
import { aDevice, aMember, aTag } from '../../../../tests/support/builders'
import { aConfigTemplate, configurationOf, later, report } from '../../../../tests/support/configuration'
import { connect, showInSpace } from '../../../../tests/support/console'
import { serveSpace } from '../../../../tests/support/serve'
import { devices } from '..'
import DeviceList from '../DeviceList'
import DevicePage from '../DevicePage'

const { server, space } = await serveSpace()
let line: ReturnType<typeof connect>
beforeEach(() => {
  line = connect(server, space.owner)
})

const INTERVAL = 'app config interval-report'
const DEFAULTS = [`${INTERVAL} 1800`, 'app config mode lte']
const CAPABILITIES = [CONFIGURATION_CAPABILITY]

const show = (id: string, capabilities = CAPABILITIES, search = '?tab=configuration') =>
  showInSpace(<DevicePage />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices/:id',
    at: `/devices/${id}${search}`,
    capabilities,
  })

const reported = async (lines: unknown = DEFAULTS, values: Parameters<typeof aDevice>[2] = {}) => {
  const device = await aDevice(server, space, values)
  await report(server, device, lines)
  return device
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const wishOf = (name: string) => screen.findByRole('textbox', { name: `Wished value of ${name}` })

async function type(name: string, value: string) {
  const input = await wishOf(name)
  await userEvent.clear(input)
  await userEvent.type(input, value)
}

/** The text that the open dialog says it will send. */
const sentIn = async () => {
  const dialog = await screen.findByRole('dialog')
  return within(dialog).getByRole('region').textContent
}

describe('the configuration of a device', () => {
  test('is typed beside what it reports, reviewed, and sent', async () => {
    const device = await reported()
    await show(device.id)
    await type(INTERVAL, '900')
    expect(await screen.findByText('1 change')).toBeTruthy()
    await press('Review and send')
    expect(await sentIn()).toBe(`${INTERVAL} 900`)
    await press('Send')
    expect(await screen.findByText('Settings ordered')).toBeTruthy()
    expect(await screen.findByText(/^Waiting since /)).toBeTruthy()
    expect(screen.queryByText('1 change')).toBeNull()
    expect(await configurationOf(server, space, device).read()).toMatchObject({
      wished: [{ name: INTERVAL, value: '900' }],
      state: 'waiting',
    })
  })

  test('says what a device has to send before it has sent it', async () => {
    const device = await aDevice(server, space)
    await show(device.id)
    expect(await screen.findByText('This device has not reported its configuration yet')).toBeTruthy()
    const guide = screen.getByRole('link', { name: 'What a device sends' })
    expect(guide.getAttribute('href')).toMatch(/devices.*#configuration$/)
  })

  test('can be searched by name and by value', async () => {
    const device = await reported()
    await show(device.id)
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search settings' }), 'lte')
    const list = await screen.findByRole('list', { name: 'Settings' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
    await userEvent.type(screen.getByRole('searchbox'), 'xyz')
    expect(await screen.findByText('No setting matches.')).toBeTruthy()
  })

  test('gets a setting that was not reported; a wrong name is refused', async () => {
    const device = await reported()
    await show(device.id)
    const name = await screen.findByRole('textbox', { name: 'Name of the setting' })
    await userEvent.type(name, 'interval')
    await userEvent.type(screen.getByRole('textbox', { name: 'Wished value' }), '5')
    await press('Add')
    expect(await screen.findByText(/have names like app config interval-report$/)).toBeTruthy()
    await userEvent.clear(name)
    await userEvent.type(name, 'LTE config  apn')
    await press('Add')
    await press('Review and send')
    expect(await sentIn()).toBe('lte config apn 5')
  })

  test('a wish is taken back, and the device keeps its setting', async () => {
    const device = await reported()
    await configurationOf(server, space, device).wish({ [INTERVAL]: '900' })
    await show(device.id)
    await press(`Take back the wish for ${INTERVAL}`)
    await press('Review and send')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('No longer wished; the device keeps what it has:')
    await press('Save')
    expect(await screen.findByText('Nothing wished')).toBeTruthy()
    expect((await configurationOf(server, space, device).read()).wished).toEqual([])
  })

  test('is taken from a template that is meant for its tags', async () => {
    const tag = await aTag(server, space)
    const device = await reported(DEFAULTS, { tags: [tag] })
    const template = await aConfigTemplate(server, space, {
      tags: [tag],
      settings: { [INTERVAL]: '3600', 'app config mode': 'lte' },
    })
    await show(device.id)
    await press('Take from template')
    await userEvent.click(await screen.findByRole('combobox', { name: 'Template' }))
    await userEvent.click(await screen.findByRole('option', { name: template.name }))
    await press('Take 2 settings')
    await press('Review and send')
    expect(await sentIn()).toBe(`${INTERVAL} 3600`)
  })

  test('is taken from another device, only what differs', async () => {
    const other = await reported([`${INTERVAL} 60`, 'app config mode lte'])
    const device = await reported()
    await show(device.id)
    await press('Take from another device')
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('combobox', { name: 'Device' }), other.name)
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(other.name) }))
    await press('Take 1 setting')
    await press('Review and send')
    expect(await sentIn()).toBe(`${INTERVAL} 60`)
  })

  test('keeps what somebody else has wished meanwhile, and asks about the same setting', async () => {
    const device = await reported()
    const { wish, read } = configurationOf(server, space, device)
    await show(device.id)
    await type(INTERVAL, '900')
    await wish({ [INTERVAL]: '60', 'app config mode': 'nb' })
    await press('Review and send')
    await press('Send')
    expect(
      await screen.findByText(`${space.owner.email} has wished 60 for ${INTERVAL} in the meantime.`),
    ).toBeTruthy()
    await press('Keep mine and send')
    await waitFor(async () =>
      expect((await read()).wished).toEqual([
        { name: INTERVAL, value: '900' },
        { name: 'app config mode', value: 'nb' },
      ]),
    )
  })

  test('that differs is ordered again', async () => {
    const device = await reported()
    const { wish, read } = configurationOf(server, space, device)
    await wish({ [INTERVAL]: '5' })
    await report(server, device, {}, { type: 'data' })
    await later()
    await report(server, device, DEFAULTS)
    await show(device.id)
    expect(await screen.findByText('Differs: 1 setting')).toBeTruthy()
    await press('Order again')
    await press('Send')
    await waitFor(async () => expect((await read()).state).toBe('waiting'))
  })

  test('is only read by people who may not send', async () => {
    const device = await reported()
    line = connect(server, await aMember(server, space, 'user'))
    await show(device.id)
    expect(await screen.findByText('1800')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Take from template' })).toBeNull()
  })

  test('has no tab on a server without it', async () => {
    const device = await reported()
    await show(device.id, [], '')
    expect(await screen.findByRole('tab', { name: 'Firmware' })).toBeTruthy()
    expect(screen.queryByRole('tab', { name: 'Configuration' })).toBeNull()
  })
})

test('the list of devices has the state in the row of a device', async () => {
  const device = await reported()
  await configurationOf(server, space, device).wish({ [INTERVAL]: '900' })
  await showInSpace(<DeviceList />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices/:id?',
    at: `/devices?${new URLSearchParams({ filter: JSON.stringify({ configuration: ['waiting'] }) })}`,
    capabilities: CAPABILITIES,
  })
  expect(await screen.findByRole('link', { name: device.name })).toBeTruthy()
  expect(line.sent).toEqual([])
})
