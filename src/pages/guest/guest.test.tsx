import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { heading, inFront, openConsole, press, says } from '../../../tests/support/app'
import { aDevice, aMember } from '../../../tests/support/builders'
import { stubCanvas } from '../../../tests/support/canvas'
import { aGuestLink } from '../../../tests/support/guests'
import { findValues } from '../../../tests/support/series'
import { serveSpace } from '../../../tests/support/serve'
import { anUplink } from '../../../tests/support/uplink'
import { setPreferences } from '../../preferences'

stubCanvas()
const { server, space } = await serveSpace()
const user = userEvent.setup({ delay: null })
const device = await aDevice(server, space, { name: 'boiler' })
await anUplink(server, device, { body: { temperature_c: 61.5, hours: 7 } })
await findValues(server)
const at = `/space/${space.id}`

test('two presses copy a link to the chart on screen, which opens without an account', async () => {
  const admin = openConsole(server, `${at}/devices/${device.id}?tab=history&series=temperature_c`, {
    person: space.owner,
  })
  await heading('boiler')
  await screen.findByRole('button', { name: 'Export' })
  await press(user, 'Share…')
  await press(user, 'Create link')
  expect(await says('The link is copied. It is shown only now.')).toHaveLength(1)
  const link = new URL(await navigator.clipboard.readText())
  expect([link.pathname, link.search]).toEqual(['/guest', ''])
  admin.close()
  localStorage.clear()
  const guest = openConsole(server, link.pathname + link.hash)
  await heading('boiler')
  const value = await screen.findByRole('region', { name: 'temperature_c' })
  expect(value.textContent).toMatch(/61.5\s°C/)
  expect(await within(value).findByRole('img', { name: /^temperature_c, .* to / })).toBeTruthy()
  expect(document.body.textContent).toContain('On time')
  expect(screen.queryByRole('region', { name: 'hours' })).toBeNull()
  guest.close()
})

test('somebody who is signed in sees what everybody else sees, in their language', async () => {
  const { token } = await aGuestLink(server, space, {
    kind: 'device',
    device_id: device.id,
    paths: ['hours', 'temperature_c'],
  })
  const authorized: (string | null)[] = []
  setPreferences({ preferredLanguage: 'cs' })
  const request: typeof server.request = async (at, init) => {
    authorized.push(new Headers(init?.headers).get('Authorization'))
    return server.request(at, init)
  }
  const { close } = openConsole({ request }, `/guest#${token}`, { person: space.owner })
  await heading('boiler')
  const names = (await screen.findAllByRole('region')).map((one) => one.getAttribute('aria-label'))
  expect(names).toEqual(['hours', 'temperature_c'])
  expect(document.body.textContent).toMatch(/61,5\s°C.*Tento odkaz funguje do/)
  expect(screen.queryByRole('img', { name: /temperature/ })).toBeNull()
  expect(authorized).toEqual([null])
  close()
  setPreferences({ preferredLanguage: 'en' })
})

test('an admin revokes a link after a question, and the page says that it shows nothing', async () => {
  const { token } = await aGuestLink(server, space, {
    kind: 'device',
    device_id: device.id,
    paths: ['hours'],
  })
  const { close } = openConsole(server, at, { person: space.owner })
  const section = await screen.findByRole('region', { name: 'Guest links' })
  const [newest] = await within(section).findAllByRole('listitem')
  expect(newest?.textContent).toMatch(/^boilerOnly the last values · by .*Never openedends in 7 days/)
  await user.click(within(section).getAllByRole('button', { name: 'Revoke' })[0] ?? section)
  await waitFor(() => inFront().getByText('Whoever has it sees nothing from then on. This cannot be undone.'))
  await press(user, 'Revoke')
  expect(await screen.findByText('Link revoked')).toBeTruthy()
  close()
  openConsole(server, `/guest#${token}`)
  await heading('Shared with you')
  expect(document.body.textContent).toContain('This link shows nothing any more.')
})

test('the link is shown where the browser does not copy it', async () => {
  openConsole(server, `${at}/devices/${device.id}`, { person: space.owner })
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Share…' }))
  await user.click(await screen.findByRole('checkbox', { name: 'hours' }))
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
  await press(user, 'Create link')
  await screen.findByText('The link is shown only now. Copy it and send it.')
  const [shown] = await says(/\/guest#[\da-f]{32}\.[\w-]{43}/)
  expect(shown).toBeDefined()
})

test('a user of the space cannot share, and a server without guest links offers none', async () => {
  const person = await aMember(server, space, 'user')
  const history = `${at}/devices/${device.id}?tab=history`
  const shareButton = () => screen.findByRole('button', { name: 'Share…' })
  const { close } = openConsole(server, history, { person })
  await waitFor(async () =>
    expect((await shareButton()).matches(':disabled, [aria-disabled=true]')).toBe(true),
  )
  close()
  openConsole(server, history, {
    person: space.owner,
    config: { capabilities: [SERIES_CAPABILITY] },
  })
  await screen.findByRole('button', { name: 'Export' })
  expect(screen.queryByRole('button', { name: 'Share…' })).toBeNull()
})
