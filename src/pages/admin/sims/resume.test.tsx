import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../../../tests/support/builders'
import { connect, person, showPage } from '../../../../tests/support/console'
import { aSim, serveSims } from '../../../../tests/support/sims'
import { createJournal, newJournalKey } from '../../../components/bulk/journal'
import SimsPage from './SimsPage'

const server = await serveSims()

const forget = () => {
  localStorage.clear()
  sessionStorage.clear()
}
beforeEach(forget)
afterEach(forget)

test('an interrupted change does not continue when the search before it is stopped', async () => {
  const { imsi } = await aSim(server, { state: 'Active.Live' })
  const line = connect(server, await aUser(server, { systemRole: 'admin' }))
  createJournal(newJournalKey(person.id, 'sims'), { plan: { state: 'Active.Ready' }, ids: [imsi] })
  let answer: (() => void) | undefined
  const held = new Promise<undefined>((resolve) => {
    answer = () => resolve(undefined)
  })
  line.interrupt = () => held
  showPage(<SimsPage />, { client: line.client, profile: { ...person, system_role: 'admin' } })
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  answer?.()
  expect(await screen.findByText('1 not looked up')).toBeTruthy()
  expect(screen.getByText('A change of 1 SIM card was not completed')).toBeTruthy()
  expect(line.sent).toEqual([])
})

test('a completed change is not shown as interrupted, and its refusals are shown once', async () => {
  const line = connect(server, await aUser(server, { systemRole: 'admin' }))
  const ids = ['001010000000001', '001010000000002']
  const journal = createJournal(newJournalKey(person.id, 'sims'), { plan: { state: 'Active.Ready' }, ids })
  journal.note('001010000000001', 'done')
  journal.note('001010000000002', 'failed')
  journal.write()
  const show = () =>
    showPage(<SimsPage />, { client: line.client, profile: { ...person, system_role: 'admin' } })
  const { unmount } = show()
  expect(await screen.findByText('A change of 2 SIM cards ended')).toBeTruthy()
  expect(screen.getByText(/^Ended on .*: 1 done, 1 failed\.$/)).toBeTruthy()
  const refused = within(screen.getByRole('list', { name: 'Failed rows' }))
  expect(refused.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['001010000000002'])
  // Each check of the journals finds it again.
  for (let i = 0; i < 2; i += 1) await act(async () => window.dispatchEvent(new Event('focus')))
  expect(screen.getByText('A change of 2 SIM cards ended')).toBeTruthy()
  unmount()
  show()
  expect(await screen.findByRole('button', { name: /Look up/ })).toBeTruthy()
  expect(screen.queryByText(/A change of 2 SIM cards/)).toBeNull()
})
