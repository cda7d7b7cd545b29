import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { aUser, type TestUser } from '../../../tests/support/builders'
import { address, connect, showPage } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { setPreferences, usePreferences } from '../../preferences'
import Profile from './Profile'

const server = await serve()
const anna = { firstname: 'Anna', lastname: 'Nová' }
let person: TestUser
let line: ReturnType<typeof connect>

beforeEach(async () => {
  person = await aUser(server, anna)
  line = connect(server, person)
})

const saved = () => line.client.call(api.profile.get.answer, 'GET', '/profile')
const show = (at: string) => showPage(<Profile />, { client: line.client, path: '/profile', at })
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

  test('is saved, and the person is one step back', async () => {
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
