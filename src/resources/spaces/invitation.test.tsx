import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { profileApi } from '#contract/profile'
import { aMember, aSpace, aUser, type TestSpace, type TestUser } from '../../../tests/support/builders'
import { address, connect, showPage } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { invitationAddress } from '../../addresses'
import { getToken, setToken, takeRememberedPath } from '../../authProvider/session'
import { spaces } from '.'
import SpaceList from './SpaceList'

const server = await serve()
const user = userEvent.setup({ delay: null })
let space: TestSpace
beforeEach(async () => {
  space = await aSpace(server)
})

/** Opens the link of the invitation as this person. */
async function openLink(person: TestUser) {
  const line = connect(server, person)
  setToken(person.token, true)
  showPage(<SpaceList />, {
    client: line.client,
    resource: spaces,
    profile: await line.client.call(profileApi.get.answer, 'GET', '/profile'),
    path: '/spaces',
    at: invitationAddress(space.id),
  })
  return line
}
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

test.each([
  ['user', /as a user: you will be able to read it/],
  ['admin', /as an admin: you will be able to change everything in it/],
] as const)(
  'the link of an invitation asks whether to accept it as %s, then opens the space',
  async (role, words) => {
    const line = await openLink(await aMember(server, space, role, { invited: true }))
    const dialog = await screen.findByRole('dialog', { name: 'Invitation' })
    await waitFor(() => expect(dialog.textContent).toContain(`You were invited to the space ${space.name}`))
    expect(dialog.textContent).toMatch(words)
    await press('Accept')
    await waitFor(() => expect(address()).toBe(`/space/${space.id}/devices`))
    expect(line.sent).toMatchObject([{ method: 'PUT', path: `/spaces/${space.id}/accept` }])
    expect(screen.getByText(`You have joined ${space.name}`)).toBeTruthy()
  },
)

test('an invitation can wait', async () => {
  const line = await openLink(await aMember(server, space, 'user', { invited: true }))
  await press('Not now')
  await waitFor(() => expect(address()).toBe('/spaces'))
  expect(await screen.findByRole('button', { name: `Accept the invitation to ${space.name}` })).toBeTruthy()
  expect(line.sent).toEqual([])
})

test('an account without the invitation is told so, and another one can sign in for it', async () => {
  const stranger = await aUser(server)
  await openLink(stranger)
  expect(await screen.findByText(new RegExp(`${stranger.email} has no such invitation`))).toBeTruthy()
  await press('Sign in with another account')
  await waitFor(() => expect(address()).toBe('/login'))
  expect(getToken()).toBeNull()
  expect(takeRememberedPath()).toBe(invitationAddress(space.id))
})

test('who is in the space already goes there', async () => {
  await openLink(space.owner)
  await waitFor(() => expect(address()).toBe(`/space/${space.id}/devices`))
})
