import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { aSpace, aUser, type TestSpace, type TestUser } from '../tests/support/builders'
import { address, connect, showPage } from '../tests/support/console'
import { serve } from '../tests/support/serve'
import { AccountLayout } from './AccountLayout'
import { forgetVisits } from './authProvider/session'

const server = await serve()
let person: TestUser
let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  forgetVisits()
  person = await aUser(server)
  space = await aSpace(server, person)
  line = connect(server, person)
})

const show = (at: string) =>
  showPage(
    <AccountLayout>
      <Link to="/profile">To the profile</Link>
      <Link to="/spaces">To the spaces</Link>
    </AccountLayout>,
    { client: line.client, path: '*', at },
  )
const menuLink = (name: string) => screen.findByRole('link', { name })
const inSpace = () => screen.findByRole('button', { name: `Space ${space.name}` })

test('the profile keeps the space of the person, even after a reload', async () => {
  const { unmount } = show(`/space/${space.id}/devices`)
  await inSpace()
  await userEvent.click(await menuLink('To the profile'))
  await inSpace()
  expect((await menuLink('Devices')).getAttribute('href')).toBe(`/space/${space.id}/devices`)
  unmount()
  show('/profile')
  await inSpace()
  await userEvent.click(await menuLink('Devices'))
  expect(address()).toBe(`/space/${space.id}/devices`)
})

test('a person who comes from the list of spaces is in no space', async () => {
  show(`/space/${space.id}/devices`)
  await inSpace()
  await userEvent.click(await menuLink('To the spaces'))
  await userEvent.click(await menuLink('To the profile'))
  expect(await screen.findByRole('button', { name: 'Select a space' })).toBeTruthy()
})

test('a space that the person has left is not kept, and the profile stays', async () => {
  const stranger = await aUser(server)
  const foreign = await aSpace(server, stranger)
  sessionStorage.setItem('lastPath.space', foreign.id)
  show('/profile')
  await waitFor(() => expect(line.calls.some(({ path }) => path === '/spaces')).toBe(true))
  expect(await screen.findByRole('button', { name: 'Select a space' })).toBeTruthy()
  expect(address()).toBe('/profile')
})

test('"Edit profile" opens the form', async () => {
  show(`/space/${space.id}/devices`)
  await userEvent.click(await screen.findByRole('button', { name: /^Account/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit profile' }))
  expect(address()).toBe('/profile?edit=true')
})
