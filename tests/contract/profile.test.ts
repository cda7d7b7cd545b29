import { expect, test } from 'vitest'
import { profileApi } from '#contract/profile'
import { aUser } from '../support/builders'
import { serve } from '../support/serve'

const server = await serve()

test('a person changes their profile, but neither e-mail address nor role', async () => {
  const user = await aUser(server, { firstname: 'Ada' })
  const before = await server.call('GET', '/profile', { token: user.token })
  expect(profileApi.get.answer.parse(await before.json())).toMatchObject({ id: user.id, firstname: 'Ada' })

  const body = {
    firstname: 'Grace',
    lastname: 'Hopper',
    company: '  Navy ',
    timezone: 'Europe/Prague',
    email: 'other@example.com',
    system_role: 'admin',
    id: '01890000-0000-7000-8000-000000000000',
  }
  const answer = await server.call('PUT', '/profile', { token: user.token, body })
  const updated = profileApi.update.answer.parse(await answer.json())
  expect(updated).toEqual({
    id: user.id,
    email: user.email,
    system_role: 'user',
    firstname: 'Grace',
    lastname: 'Hopper',
    middlename: null,
    company: 'Navy',
    timezone: 'Europe/Prague',
    picture: null,
    version: 2,
  })
  expect(await (await server.call('GET', '/profile', { token: user.token })).json()).toEqual(updated)
})

test('a profile needs a first name', async () => {
  const user = await aUser(server)
  const answer = await server.call('PUT', '/profile', { token: user.token, body: { firstname: '' } })
  expect([answer.status, await answer.text()]).toEqual([400, 'firstname is required'])
})

test('fields of a profile that are not sent are kept, and null clears them', async () => {
  const whole = {
    firstname: 'Grace',
    lastname: 'Hopper',
    middlename: 'Brewster',
    company: 'Navy',
    timezone: 'UTC',
  }
  const { token } = await aUser(server)
  await server.call('PUT', '/profile', { token, body: whole })
  const part = await server.call('PUT', '/profile', { token, body: { company: null } })
  expect(await part.json()).toMatchObject({ ...whole, company: null })
})
