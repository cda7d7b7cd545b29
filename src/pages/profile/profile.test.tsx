import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { address, type Call, clientOf, person, showPage } from '../../../tests/support/console'
import { setPreferences, usePreferences } from '../../preferences'
import Profile from './Profile'

let answer: (call: Call) => unknown
const client = clientOf((call) => answer(call))

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  client.sent.length = 0
  answer = ({ body }) => (body ? { ...person, ...JSON.parse(JSON.stringify(body)) } : person)
})
afterEach(cleanup)

const show = (at: string) => showPage(<Profile />, { client, path: '/profile', at })
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
        <Profile />
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
