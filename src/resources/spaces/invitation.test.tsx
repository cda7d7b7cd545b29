import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { profileApi } from '#contract/profile'
import { spacesApi } from '#contract/spaces'
import { aMember, aSpace, aTag, aUser, type TestSpace, type TestUser } from '../../../tests/support/builders'
import { address, connect, showPage } from '../../../tests/support/console'
import { invite } from '../../../tests/support/invitations'
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

/** Opens the list of spaces as this person. */
async function openList(person: TestUser, at = '/spaces') {
  const line = connect(server, person)
  setToken(person.token, true)
  showPage(<SpaceList />, {
    client: line.client,
    resource: spaces,
    profile: await line.client.call(profileApi.get.answer, 'GET', '/profile'),
    path: '/spaces',
    at,
    capabilities: [spacesApi.refuse.capability],
  })
  return line
}
/** Opens the link of the invitation as this person. */
const openLink = (person: TestUser) => openList(person, invitationAddress(space.id))

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

test('an invitation says its end and its limits, and can wait', async () => {
  const tags = [await aTag(server, space, 'roof')]
  const limits = {
    tags,
    permissions: ['space:device:read'],
    endsAt: new Date('2100-06-15T12:00:00Z'),
  } as const
  const line = await openLink(await aMember(server, space, 'user', { invited: true, ...limits }))
  const dialog = await screen.findByRole('dialog', { name: 'Invitation' })
  await waitFor(() => expect(dialog.textContent).toMatch(/Ends.*2100.*Limited to tagsroof.*Permissions/))
  await press('Not now')
  await waitFor(() => expect(address()).toBe('/spaces'))
  expect(await screen.findByRole('button', { name: `Accept the invitation to ${space.name}` })).toBeTruthy()
  expect(line.sent).toEqual([])
})

test('an account without the invitation gets a message, and another one can sign in for it', async () => {
  const stranger = await aUser(server)
  await openLink(stranger)
  expect(await screen.findByText(new RegExp(`${stranger.email} has no such invitation`))).toBeTruthy()
  await press('Sign in with another account')
  await waitFor(() => expect(address()).toBe('/login'))
  expect(getToken()).toBeNull()
  expect(takeRememberedPath()).toBe(invitationAddress(space.id))
})

test('a person who is already in the space goes there', async () => {
  await openLink(space.owner)
  await waitFor(() => expect(address()).toBe(`/space/${space.id}/devices`))
})

test('a refused invitation disappears from the list', async () => {
  const guest = await aMember(server, space, 'user', { invited: true })
  const line = await openLink(guest)
  await press('Refuse')
  const dialog = await screen.findByRole('dialog', { name: `Refuse the invitation to ${space.name}?` })
  expect(dialog.textContent).toContain('The sender is not notified.')
  await press('Refuse')
  expect(await screen.findByText(`You have refused the invitation to ${space.name}`)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(line.sent).toMatchObject([
    { method: 'PUT', path: `/spaces/${space.id}/refuse`, body: { of_sender: false } },
  ])
  expect(screen.queryByText(space.name)).toBeNull()
})

test('all invitations of a sender can be refused in the list of spaces', async () => {
  const guest = await aUser(server)
  await invite(server, space, guest.email)
  await openList(guest)
  await press(`Refuse the invitation to ${space.name}`)
  await press(`Refuse all from ${space.owner.email}`)
  expect(await screen.findByText(`You refuse all invitations from ${space.owner.email}`)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(space.name)).toBeNull()
})
