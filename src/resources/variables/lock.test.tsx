import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { variablesApi } from '#contract/variables'
import { aMember, aSpace, aVariable, lockVariable, type TestSpace } from '../../../tests/support/builders'
import { connect, refusal, showInSpace } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { variables } from '.'
import VariablePage from './VariablePage'

const server = await serve()
let space: TestSpace
let line: ReturnType<typeof connect>
let id: string

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
  id = (await aVariable(server, space, { name: '51370418' })).id
})

const user = userEvent.setup({ delay: null })
const show = async (search = '', capabilities: string[] = [variablesApi.lock.capability]) => {
  const at = `/variables/${id}${search}`
  const parts = { client: line.client, space, resource: variables, path: '/variables/:id', at, capabilities }
  await showInSpace(<VariablePage />, parts)
}
const button = (name: string) => screen.findByRole('button', { name })
const isLocked = async () =>
  (await line.client.call(variablesApi.get.answer, 'GET', `/spaces/${space.id}/variables/${id}`)).locked

test('a variable can be locked on its page, which then says so and cannot be edited', async () => {
  await show()
  await user.click(await button('Lock'))
  expect(await screen.findByText('Variable locked')).toBeTruthy()
  expect(await isLocked()).toBe(true)
  expect((await button('Edit')).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText(/cannot be changed or deleted/)[0]).toBeTruthy()
  expect(await button('Unlock')).toBeTruthy()
})

test('it can be unlocked after a question', async () => {
  await lockVariable(server, id)
  await show()
  await user.click(await button('Unlock'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Unlock the variable 51370418?' }))
  expect(await isLocked()).toBe(true)
  await user.click(question.getByRole('button', { name: 'Unlock the variable' }))
  expect(await screen.findByText('Variable unlocked')).toBeTruthy()
  expect(await isLocked()).toBe(false)
  expect((await button('Edit')).getAttribute('aria-disabled')).toBeNull()
})

test('a refusal of the server is shown, and the variable is unchanged', async () => {
  line.interrupt = ({ method }) => (method === 'POST' ? refusal(500, 'the server broke') : undefined)
  await show()
  await user.click(await button('Lock'))
  expect(await screen.findByText('the server broke')).toBeTruthy()
  expect(await button('Lock')).toBeTruthy()
})

test('a person who may not change variables can neither lock nor unlock, and sees why', async () => {
  line = connect(server, await aMember(server, space, 'user'))
  await show()
  expect((await button('Lock')).getAttribute('aria-disabled')).toBe('true')
})

test('there is no button while it is edited', async () => {
  await show('?edit=true')
  await button('Save')
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull()
})

test('there is no button on a server that cannot lock', async () => {
  await show('', [])
  await button('Edit')
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull()
})
