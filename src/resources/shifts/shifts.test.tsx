import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ALERTS_CAPABILITY } from '#contract/alerts'
import { SHIFTS_CAPABILITY, shiftsApi } from '#contract/shifts'
import { aMember, aSpace } from '../../../tests/support/builders'
import { address, connect, showInSpace } from '../../../tests/support/console'
import { serve } from '../../../tests/support/serve'
import { screenIs } from '../../../tests/support/table'
import { shifts } from '.'
import ShiftList from './ShiftList'

const server = await serve()
const user = userEvent.setup({ delay: null })

test('a shift is created with its people in turns, and the list says who is on it now and when nobody is', async () => {
  screenIs('wide')
  const space = await aSpace(server)
  const petr = await aMember(server, space, 'user')
  const line = connect(server, space.owner)
  const show = (at: string) =>
    showInSpace(<ShiftList />, {
      client: line.client,
      space,
      resource: shifts,
      path: '/shifts',
      at,
      capabilities: [ALERTS_CAPABILITY, SHIFTS_CAPABILITY],
    })
  const form = await show('/shifts?create=true')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a shift' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'pumps')
  await user.click(dialog.getByRole('button', { name: 'Create shift' }))
  await dialog.findByText('Choose at least one')
  // All the time is a gap before somebody is chosen.
  await dialog.findByText(/^Nobody is on shift at these times/)
  const people = await dialog.findByRole('combobox', { name: 'People' })
  for (const { email } of [petr, space.owner]) {
    await user.click(people)
    await user.click(await screen.findByRole('option', { name: email }))
  }
  await waitFor(() => expect(dialog.queryByText(/^Nobody is on shift at these times/)).toBeNull())
  await user.click(dialog.getByRole('button', { name: 'Create shift' }))
  await waitFor(() => expect(address()).toMatch(/\/shifts\/[^?]+$/))
  const [made] = await line.client.call(shiftsApi.list.answer, 'GET', `/spaces/${space.id}/shifts`)
  expect(made).toMatchObject({
    name: 'pumps',
    every_rule: false,
    entries: [{ from: '00:00', to: '00:00', user_ids: [petr.id, space.owner.id] }],
  })
  form.unmount()
  await show('/shifts')
  const row = within(await screen.findByRole('row', { name: /pumps/ }))
  await row.findByText(petr.email)
})
