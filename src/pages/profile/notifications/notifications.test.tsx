import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { noticeSettingsApi } from '#contract/notices'
import { profileApi } from '#contract/profile'
import { openConsole } from '../../../../tests/support/app'
import { aUser, type TestUser } from '../../../../tests/support/builders'
import { connect, showPage } from '../../../../tests/support/console'
import { serve } from '../../../../tests/support/serve'
import { dayTimeOf } from './dayTime'
import NotificationsPage from './NotificationsPage'

const server = await serve()
let person: TestUser
let line: ReturnType<typeof connect>

beforeEach(async () => {
  person = await aUser(server)
  line = connect(server, person)
  const path = '/profile/notifications'
  showPage(<NotificationsPage />, { client: line.client, path, at: path, capabilities: ['notices', 'push'] })
})

const saved = () => line.client.call(noticeSettingsApi.get.answer, 'GET', noticeSettingsApi.get.path)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const input = (name: string) => screen.findByRole('textbox', { name })

test('quiet hours can be typed in any usual format, and are shown as they are stored', async () => {
  const user = userEvent.setup({ delay: null })
  ;(await screen.findByRole('radio', { name: /One per alert/ })).focus()
  await user.tab()
  await user.keyboard('22')
  await user.tab()
  await user.keyboard('6.30{Enter}')
  await waitFor(async () => expect(await input('To')).toHaveProperty('value', '06:30'))
  expect(await input('From')).toHaveProperty('value', '22:00')
  expect(await saved()).toMatchObject({ emails: 'each', quiet_from: '22:00', quiet_to: '06:30' })
})

/** Reopens the page in a browser with the time zone of Prague. */
function openInPrague() {
  cleanup()
  process.env.TZ = 'Europe/Prague'
  onTestFinished(() => {
    process.env.TZ = 'UTC'
  })
  openConsole(server, '/profile/notifications', { person })
}

test('quiet hours in UTC can switch to the time zone of the browser in one click', async () => {
  const user = userEvent.setup({ delay: null })
  openInPrague()
  expect(await screen.findByText(/so times are in UTC/)).toBeTruthy()
  await user.click(await button(/^Use the time zone of this browser, Europe\/Prague/))
  expect(await screen.findByText(/^Times are in the time zone of your profile, Europe\/Prague/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Use the time zone/ })).toBeNull()
  const profile = await line.client.call(profileApi.get.answer, 'GET', profileApi.get.path)
  expect(profile.timezone).toBe('Europe/Prague')
})

test('hours saved without a time zone in the profile store that of the browser, with a notice before', async () => {
  const user = userEvent.setup({ delay: null })
  openInPrague()
  expect(
    await screen.findByText(/Saving quiet hours sets it to that of this browser, Europe\/Prague/),
  ).toBeTruthy()
  await user.type(await input('From'), '22')
  await user.type(await input('To'), '7{Enter}')
  await waitFor(async () => expect(await saved()).toMatchObject({ quiet_from: '22:00', quiet_to: '07:00' }))
  const profile = await line.client.call(profileApi.get.answer, 'GET', profileApi.get.path)
  expect(profile.timezone).toBe('Europe/Prague')
})

test('the hour of a daily e-mail does so as well, and is then in the zone of that browser', async () => {
  const user = userEvent.setup({ delay: null })
  openInPrague()
  await user.click(await screen.findByRole('radio', { name: /One a day/ }))
  await user.click(await button('Save'))
  await waitFor(async () => expect(await saved()).toMatchObject({ emails: 'digest', digest_hour: 8 }))
  const profile = await line.client.call(profileApi.get.answer, 'GET', profileApi.get.path)
  expect(profile.timezone).toBe('Europe/Prague')
})

test('errors of quiet hours are shown at their field', async () => {
  const user = userEvent.setup({ delay: null })
  await user.type(await input('From'), '25')
  await user.type(await input('To'), '07:00')
  await user.click(await button('Save'))
  expect(await screen.findByText('Enter a time of day, such as 22:00')).toBeTruthy()
  await user.clear(await input('From'))
  expect(await screen.findByText('Enter both a start and an end')).toBeTruthy()
  await user.type(await input('From'), '7:00')
  expect(await screen.findByText('Start and end must differ')).toBeTruthy()
  expect(line.sent).toEqual([])
})

test('a person can switch e-mails off', async () => {
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('radio', { name: /None/ }))
  await user.click(await button('Save'))
  await waitFor(async () => expect(await saved()).toMatchObject({ emails: 'none', quiet_from: null }))
})

test('a browser without its first message says so until it has confirmed it', async () => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const body = { endpoint: `https://push.example/${person.id}`, keys }
  await server.call('POST', '/profile/push', { token: person.token, body })
  const words = /A first notification is on its way\. Alerts follow once it has arrived\./
  expect(await screen.findByText(words)).toBeTruthy()
  await server.db.$client.query('update push_browser set confirmed_at = now() where endpoint = $1', [
    body.endpoint,
  ])
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})

test('times are parsed as people type them', () => {
  expect(['7', '07:05', '7.05', ' 22 ', null, 'x', '7:5'].map(dayTimeOf)).toEqual([
    '07:00',
    '07:05',
    '07:05',
    '22:00',
    null,
    'x',
    '7:5',
  ])
})
