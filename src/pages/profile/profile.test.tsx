import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { profileApi, profileEntity } from '#contract/profile'
import { aSpace, aUser, type TestUser } from '../../../tests/support/builders'
import { address, connect, showPage } from '../../../tests/support/console'
import { invite } from '../../../tests/support/invitations'
import { serve } from '../../../tests/support/serve'
import { setPreferences, usePreferences } from '../../preferences'
import { profileCodec } from './ProfileForm'
import ProfilePage from './ProfilePage'

const server = await serve()
const anna = { firstname: 'Anna', lastname: 'Nová' }
let person: TestUser
let line: ReturnType<typeof connect>

beforeEach(async () => {
  person = await aUser(server, anna)
  line = connect(server, person)
})

const saved = () => line.client.call(api.profile.get.answer, 'GET', '/profile')
const show = (at: string) => showPage(<ProfilePage />, { client: line.client, path: '/profile', at })
const button = (name: string) => screen.findByRole('button', { name })
const input = (name: RegExp) => screen.findByRole('textbox', { name })

describe('the profile', () => {
  test('shows the e-mail address, which cannot be changed', async () => {
    show('/profile?edit=true')
    expect(await input(/E-mail/)).toHaveProperty('readOnly', true)
    expect(await input(/E-mail/)).toHaveProperty('value', person.email)
  })

  test('needs a first and a last name', async () => {
    show('/profile?edit=true')
    const user = userEvent.setup({ delay: null })
    await user.clear(await input(/First name/))
    await user.clear(await input(/Last name/))
    await user.click(await button('Save'))
    expect(await screen.findByText('First name is required')).toBeTruthy()
    expect(screen.getByText('Last name is required')).toBeTruthy()
    expect(line.sent).toEqual([])
  })

  test('is saved, and the person goes one step back', async () => {
    show('/profile')
    const user = userEvent.setup({ delay: null })
    await user.click(await button('Edit'))
    await user.type(await input(/Company/), 'Acme')
    await user.click(await button('Save'))
    expect(await screen.findByText('Acme', { selector: 'dd' })).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/profile'))
    expect(await saved()).toMatchObject({ ...anna, company: 'Acme' })
  })
})

test('the profile lists blocked senders of invitations, and can allow them again', async () => {
  const sender = await aSpace(server)
  await invite(server, sender, person.email)
  await server.call('PUT', `/spaces/${sender.id}/refuse`, { token: person.token, body: { of_sender: true } })
  const capabilities = [profileApi.refusedSenders.capability]
  showPage(<ProfilePage />, { client: line.client, path: '/profile', at: '/profile', capabilities })
  const user = userEvent.setup({ delay: null })
  await user.click(await button(`Allow invitations from ${sender.owner.email} again`))
  expect(await screen.findByText(`You get invitations from ${sender.owner.email} again`)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Refused invitations' })).toBeNull())
  expect(
    await line.client.call(profileApi.refusedSenders.answer, 'GET', profileApi.refusedSenders.path),
  ).toEqual([])
})

test('changes of an administrator meanwhile stay, and are shown', async () => {
  show('/profile?edit=true')
  const user = userEvent.setup({ delay: null })
  await user.type(await input(/Middle name/), 'Marie')
  const admin = await aUser(server, { systemRole: 'admin', firstname: 'Dana', lastname: 'Nová' })
  const put = async (body: object) =>
    server.call('PUT', `/admin/users/${person.id}`, { token: admin.token, body })
  await put({ company: 'Acme' })
  await user.click(await button('Save'))
  expect(
    await screen.findByText('Dana Nová changed “Company” in the meantime. This change is kept.'),
  ).toBeTruthy()
  expect(await saved()).toMatchObject({ ...anna, middlename: 'Marie', company: 'Acme' })
})

test('a failed save leads back to the view, which offers the typed values', async () => {
  line.interrupt = ({ method }) =>
    method === 'PUT' ? new Response('company is not wanted', { status: 400 }) : undefined
  show('/profile?edit=true')
  const user = userEvent.setup({ delay: null })
  await user.type(await input(/Company/), 'Acme')
  await user.click(await button('Save'))
  await user.click(await button('Restore'))
  expect(await input(/Company/)).toHaveProperty('value', 'Acme')
  expect((await input(/Company/)).getAttribute('aria-invalid')).toBe('true')
})

test('the time zone is found by its place, and an empty result says so', async () => {
  show('/profile?edit=true')
  const user = userEvent.setup({ delay: null })
  const zone = await screen.findByRole('combobox', { name: /Time zone/ })
  await user.type(zone, 'nowhere at all')
  expect(await screen.findByText(/No time zone matches/)).toBeTruthy()
  await user.clear(zone)
  await user.type(zone, 'praha')
  const [option, ...others] = await screen.findAllByRole('option')
  expect(option?.textContent).toMatch(/^Europe\/Prague \(UTC\+0[12]:00\)$/)
  expect(others).toEqual([])
  await user.keyboard('{ArrowDown}{Enter}')
  await user.click(await button('Save'))
  await waitFor(async () => expect(await saved()).toMatchObject({ timezone: 'Europe/Prague' }))
})

function Shown() {
  const { darkMode, preferredLanguage, thinMode } = usePreferences()
  return <output aria-label="preferences">{`${darkMode} ${preferredLanguage} ${thinMode}`}</output>
}

describe('the settings', () => {
  test('apply at once', async () => {
    setPreferences({ darkMode: 'light', preferredLanguage: null, thinMode: false })
    showPage(
      <>
        <ProfilePage />
        <Shown />
      </>,
      { client: line.client, path: '/profile', at: '/profile' },
    )
    const user = userEvent.setup({ delay: null })
    await user.click(await screen.findByRole('tab', { name: 'Settings' }))
    expect(address()).toBe('/profile?tab=settings')
    await user.click(await screen.findByRole('radio', { name: 'Dark' }))
    await user.click(screen.getByRole('radio', { name: 'Čeština' }))
    await user.click(screen.getByRole('switch', { name: 'Thin mode' }))
    expect(screen.getByLabelText('preferences').textContent).toBe('dark cs true')
  })
})

const text = fc.stringMatching(/^[A-Za-zěščřžýáíé][A-Za-z -]{0,20}[a-z]$/)
const optional = fc.option(text)

test('an unchanged form sends the current profile', () => {
  const editable = fc.record({
    firstname: text,
    lastname: text,
    middlename: optional,
    company: optional,
    timezone: fc.option(fc.constantFrom('UTC', 'Europe/Prague')),
    picture: fc.option(fc.constant('https://example.com/me.png')),
  })
  fc.assert(
    fc.property(editable, (fields) => {
      const profile = profileEntity.schema.parse({
        id: '0190a000-0000-7000-8000-000000000001',
        email: 'demo@example.com',
        system_role: 'user',
        ...fields,
      })
      expect(profileEntity.input.parse(profileCodec.fromForm(profileCodec.toForm(profile)))).toEqual(fields)
    }),
  )
})
