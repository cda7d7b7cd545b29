import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fieldInFront, heading, inFront, openConsole, shownPath } from '../tests/support/app'
import { aClaimToken, aSerialNumber, aSpace, aUser } from '../tests/support/builders'
import { aSim, serveSims, storedSim } from '../tests/support/sims'

const server = await serveSims()
const user = userEvent.setup({ delay: null })

/** Moves to a control once it is a tab stop; a browser test moves there stop by stop. */
async function tabTo(get: () => HTMLElement) {
  const target = await waitFor(() => {
    const found = get()
    expect(found.tabIndex, found.outerHTML).toBeGreaterThanOrEqual(0)
    expect(found.matches(':disabled, [inert] *, [aria-hidden=true] *'), found.outerHTML).toBe(false)
    return found
  })
  act(() => target.focus())
  expect(document.activeElement).toBe(target)
  return target
}

async function press(name: string, role: 'button' | 'link' = 'button') {
  await tabTo(() => inFront().getByRole(role, { name }))
  await user.keyboard('{Enter}')
}
async function type(label: string, text: string) {
  await user.clear(await tabTo(() => fieldInFront(label)))
  await user.keyboard(text)
}

/** Input to create, change and delete a record of a resource. */
interface Life {
  section: string
  create: string
  submit?: string
  /** Texts by the names of their inputs. */
  fields: Record<string, string>
  /** Title of the new record's page. */
  name: string
  /** Opens the record when its page does not open after the creation. */
  open?: () => Promise<void>
  change: () => Promise<void>
  /** Text of the page about the change. */
  changed: string
  /** Label of the button that confirms the deletion. */
  confirm?: string
  /** Text to type before the confirmation. */
  typedName?: string
}

const rename = (name: string) => () => type('Name', name)
const EMAIL = 'guest@example.com'

const LIVES: Life[] = [
  {
    section: 'devices',
    create: 'Create device',
    fields: { Name: 'pump-one', 'Serial number': aSerialNumber(), 'Claim token': aClaimToken() },
    name: 'pump-one',
    change: rename('pump-two'),
    changed: 'pump-two',
  },
  {
    section: 'tags',
    create: 'Create tag',
    fields: { Name: 'roof' },
    name: 'roof',
    change: rename('cellar'),
    changed: 'cellar',
  },
  {
    section: 'connectors',
    create: 'Create connector',
    fields: { Name: 'to-warehouse' },
    name: 'to-warehouse',
    change: rename('to-office'),
    changed: 'to-office',
  },
  {
    section: 'variables',
    create: 'Create variable',
    fields: { Name: 'meter-17', Value: '0011', Environment: 'wmbus' },
    name: 'meter-17',
    change: rename('meter-18'),
    changed: 'meter-18',
  },
  {
    section: 'users',
    create: 'Invite user',
    submit: 'Invite user',
    fields: { 'E-mail': EMAIL },
    name: EMAIL,
    open: () => press(EMAIL, 'link'),
    change: async () => {
      await tabTo(() => screen.getByRole('combobox', { name: 'Space role' }))
      await user.keyboard('{Enter}')
      await screen.findByRole('option', { name: 'Admin' })
      await user.keyboard('{ArrowDown}{Enter}')
    },
    changed: 'Admin',
    confirm: 'Remove',
  },
]

async function changeAndDelete({ change, changed, confirm = 'Delete', typedName }: Omit<Life, 'section'>) {
  await press('Edit')
  await change()
  await press('Save')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect((await within(screen.getByRole('main')).findAllByText(changed)).length).toBeGreaterThan(0)

  await press('Edit')
  await press('Delete')
  const question = within(await screen.findByRole('alertdialog'))
  if (typedName !== undefined) {
    await tabTo(() => question.getByRole('textbox'))
    await user.keyboard(typedName)
  }
  await press(confirm)
}

async function isLived(life: Life) {
  const { section, create, submit = create, fields, name, open } = life
  const person = await aUser(server)
  const space = await aSpace(server, person)
  openConsole(server, `/space/${space.id}/${section}`, { person })
  await press(create)
  await screen.findByRole('dialog')
  for (const [label, text] of Object.entries(fields)) await type(label, text)
  await press(submit)
  await open?.()
  await heading(name)
  await changeAndDelete(life)
  await waitFor(() => expect(shownPath()).toBe(`/space/${space.id}/${section}`))
  expect(screen.queryByRole('link', { name: life.changed })).toBeNull()
}

const isOfDevices = ({ section }: Life) => section === 'devices'
test.each(LIVES.filter(isOfDevices))('$section are created, changed and deleted by keyboard alone', isLived)
test.each(LIVES.filter((life) => !isOfDevices(life)))(
  '$section are created, changed and deleted by keyboard alone',
  { tags: 'heavy' },
  isLived,
)

test('a person is changed and deleted by keyboard alone', { tags: 'heavy' }, async () => {
  const person = await aUser(server, { email: 'keys.only@example.com' })
  const filter = encodeURIComponent(JSON.stringify({ text: person.email }))
  const admin = await aUser(server, { systemRole: 'admin' })
  openConsole(server, `/admin/users?filter=${filter}`, { person: admin })
  await press(person.email, 'link')
  await press('Edit')
  await tabTo(() => screen.getByRole('combobox', { name: 'System role' }))
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('option', { name: 'Admin' })
  await user.keyboard('{ArrowDown}{Enter}')
  await type('Last name', 'Nová')
  await press('Save')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  for (const text of ['Nová', 'Admin']) await screen.findByText(text, { selector: 'dd, dd *' })

  await press('Edit')
  await press('Delete')
  const question = within(await screen.findByRole('alertdialog'))
  expect(document.activeElement).toBe(question.getByRole('textbox'))
  await user.keyboard(`${person.email}{Enter}`)
  await screen.findByText('User deleted')
})

test('SIM cards are searched and changed by keyboard alone', async () => {
  const sims = []
  for (let made = 0; made < 3; made += 1) sims.push(await aSim(server, { state: 'Active.Ready' }))
  const admin = await aUser(server, { systemRole: 'admin' })
  openConsole(server, '/admin/sims', { person: admin })
  await tabTo(() => screen.getByRole('textbox', { name: 'IMSI or ICCID, one per line' }))
  await user.paste(sims.map(({ imsi }) => imsi).join('\n'))
  await press('Look up 3 SIM cards')
  await screen.findByText('3 found')
  await tabTo(() => screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await user.keyboard(' ')
  const state = await tabTo(() => screen.getByRole('combobox', { name: 'State' }))
  // jsdom does not change a select by keys.
  await user.selectOptions(state, 'Active.Live')
  await press('Preview the changes')
  await screen.findByRole('dialog', { name: 'What would change' })
  await press('Change 3 SIM cards')
  await screen.findByText('3 done')
  for (const { imsi } of sims) expect((await storedSim(server, imsi))?.state).toBe('Active.Live')
})
