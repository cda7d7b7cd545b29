import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CAPABILITIES } from '#contract'
import { aFolder, aShelf } from '../../../../tests/support/backups'
import { aUser } from '../../../../tests/support/builders'
import { connect, person, showPage } from '../../../../tests/support/console'
import { query } from '../../../../tests/support/query'
import { serve } from '../../../../tests/support/serve'
import AdminPage from '../AdminPage'

const folder = aFolder()
const shelf = aShelf(folder.at(''))
const outcomes = [
  { state: 'sent' as const, answer: '250 queued as 1' },
  { state: 'refused' as const, reason: 'the mail server answered: 535 no', isFinal: false },
]
const server = await serve({
  settings: { hasBackups: true },
  shelf,
  mail: async () => outcomes.shift() ?? { state: 'sent' },
})
const admin = await aUser(server, { systemRole: 'admin' })

function show() {
  const line = connect(server, admin)
  showPage(<AdminPage />, {
    client: line.client,
    path: '/admin',
    at: '/admin?tab=server',
    profile: { ...person, system_role: 'admin' },
    capabilities: [...CAPABILITIES],
  })
  return { line, user: userEvent.setup({ delay: null }) }
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))

test('a backup can be requested, with its progress, its end, and the reason of a failure', async () => {
  await query(server.databaseUrl, `insert into routine (name, finished_at) values ('backup', now())`)
  const { user } = show()
  const section = await region('Backups')
  expect(await section.findByText(/^No backups in .+ yet\./)).toBeTruthy()
  expect((await region('Archive')).queryByRole('button')).toBeNull()
  const button = section.getByRole('button', { name: 'Back up now' })
  const said = new Set<string | null>()
  const [status] = section.getAllByRole('status')
  if (!status) throw new Error('nothing says how far it is')
  new MutationObserver(() => said.add(status.textContent)).observe(status, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  await user.click(button)
  expect(await section.findByText(/^The backup starts in a moment/)).toBeTruthy()
  expect([...said]).toEqual([expect.stringMatching(/^The backup starts/)])
  expect(button.getAttribute('aria-busy')).toBe('true')
  await query(
    server.databaseUrl,
    `update routine set until = now() + interval '10 minutes' where name = 'backup'`,
  )
  expect(await section.findByText(/^The backup is running/)).toBeTruthy()
  await shelf.file('spaceport-2026-11-21T020000Z.backup').write(
    (async function* () {
      yield Buffer.alloc(1500)
    })(),
    0,
  )
  await query(server.databaseUrl, `delete from routine where name <> 'backup'`)
  await query(server.databaseUrl, `update routine set until = null, finished_at = now()`)
  expect(await section.findByText('The backup is complete.')).toBeTruthy()
  expect(await section.findByText(/^One backup is in the folder/)).toBeTruthy()
  expect(section.getByRole('row', { name: /2026-11-21T020000Z\.backup 1\.5 kB No$/ })).toBeTruthy()

  await user.click(button)
  await section.findByText(/^The backup starts in a moment/)
  await query(
    server.databaseUrl,
    `update routine set error = 'no room', until = case when name <> 'backup' then now() + interval '1 hour' end`,
  )
  const failed = await section.findByText(/^The last backup failed: no room\./)
  expect(failed.closest('[role=alert]')?.textContent).toContain('Next attempt:')
})

test('the answer of the mail server to a test e-mail is shown', async () => {
  const { user } = show()
  const section = await region('E-mail')
  const button = await section.findByRole('button', { name: 'Send a test e-mail' })
  await user.click(button)
  expect(
    await section.findByText(/^The mail server accepted the e-mail to .+: 250 queued as 1$/),
  ).toBeTruthy()
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  await user.click(button)
  expect(await section.findByText(/ was not sent: the mail server answered: 535 no$/)).toBeTruthy()
})
