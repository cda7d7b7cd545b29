import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { profileInputSchema, profileSchema } from '#contract/profile'
import { address, type Call, clientOf, person, showPage } from '../../../tests/support/console'
import { setPreferences, usePreferences } from '../../preferences'
import { profileCodec, timezoneNames } from './ProfileForm'
import ProfilePage from './ProfilePage'

let answer: (call: Call) => unknown
const client = clientOf((call) => answer(call))

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  client.sent.length = 0
  answer = ({ body }) => (body ? { ...person, ...JSON.parse(JSON.stringify(body)) } : person)
})
afterEach(cleanup)

const show = (at: string) => showPage(<ProfilePage />, { client, path: '/profile', at })
const button = (name: string) => screen.findByRole('button', { name })
const input = (name: RegExp) => screen.findByRole('textbox', { name })

describe('the profile', () => {
  test('shows the e-mail address, which cannot be changed', async () => {
    show('/profile?edit=true')
    expect(await input(/E-mail/)).toHaveProperty('readOnly', true)
    expect(await input(/E-mail/)).toHaveProperty('value', 'anna@example.com')
  })

  test('needs a first and a last name', async () => {
    show('/profile?edit=true')
    const user = userEvent.setup({ delay: null })
    await user.clear(await input(/First name/))
    await user.clear(await input(/Last name/))
    await user.click(await button('Save'))
    expect(await screen.findByText('First name is required')).toBeTruthy()
    expect(screen.getByText('Last name is required')).toBeTruthy()
    expect(client.sent).toEqual([])
  })

  test('is saved, and the person is one step back', async () => {
    show('/profile')
    const user = userEvent.setup({ delay: null })
    await user.click(await button('Edit'))
    await user.type(await input(/Company/), 'Acme')
    await user.click(await button('Save'))
    expect(await screen.findByText('Acme', { selector: 'dd' })).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/profile'))
    const { firstname, lastname, middlename, timezone, picture } = person
    expect(client.sent).toEqual([
      {
        method: 'PUT',
        path: '/profile',
        body: { firstname, lastname, middlename, timezone, picture, company: 'Acme' },
      },
    ])
  })
})

function Shown() {
  const { darkMode, preferredLanguage, thinMode } = usePreferences()
  return <output aria-label="preferences">{`${darkMode} ${preferredLanguage} ${thinMode}`}</output>
}

describe('the settings', () => {
  test('hold at once', async () => {
    setPreferences({ darkMode: 'light', preferredLanguage: null, thinMode: false })
    showPage(
      <>
        <ProfilePage />
        <Shown />
      </>,
      { client, path: '/profile', at: '/profile' },
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

test('a form that was not changed sends the profile that there is', () => {
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
      const profile = profileSchema.parse({
        id: '0190a000-0000-7000-8000-000000000001',
        email: 'demo@example.com',
        system_role: 'user',
        ...fields,
      })
      expect(profileInputSchema.parse(profileCodec.fromForm(profileCodec.toForm(profile)))).toEqual(fields)
    }),
  )
})

test('the time zones to choose from hold UTC, and the one that is set even when the browser does not know it', () => {
  expect(timezoneNames(null)).toContain('UTC')
  expect(timezoneNames(null)).toContain('Europe/Prague')
  expect(timezoneNames('Mars/Olympus')).toContain('Mars/Olympus')
})
