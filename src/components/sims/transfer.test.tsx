import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { aUser } from '../../../tests/support/builders'
import { connect, person, showPage } from '../../../tests/support/console'
import { aSim, serveSims, storedSim } from '../../../tests/support/sims'
import { TransferButton } from './TransferButton'

const server = await serveSims()
const admin = await aUser(server, { systemRole: 'admin' })

let line: ReturnType<typeof connect>
const stateOf = async (imsi: string) => (await storedSim(server, imsi))?.state

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  line = connect(server, admin)
})

async function open() {
  const user = userEvent.setup({ delay: null })
  showPage(<TransferButton />, { client: line.client, profile: { ...person, system_role: 'admin' } })
  await user.click(await screen.findByRole('button', { name: 'Transfer device SIM' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer device SIM' }))
  const lines = await dialog.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'IMSI or ICCID, one per line',
  })
  return { user, dialog, lines }
}

describe('transferring SIM cards', () => {
  it('lists all invalid lines by number, leads to them, and sends nothing', async () => {
    const { imsi } = await aSim(server)
    const { user, dialog, lines } = await open()
    await user.click(lines)
    await user.paste(`12\n\n${imsi}\nabc`)
    await user.click(dialog.getByRole('button', { name: 'Transfer 1 SIM card' }))
    const wrong = within(await dialog.findByRole('list')).getAllByRole('button')
    expect(wrong.map(({ textContent }) => textContent)).toEqual([
      'Invalid IMSI or ICCID on line 1',
      'Invalid IMSI or ICCID on line 4',
    ])
    expect(line.sent).toEqual([])
    const last = wrong[1]
    if (last) await user.click(last)
    expect(lines.value.slice(lines.selectionStart, lines.selectionEnd)).toBe('abc')
    expect(document.activeElement).toBe(lines)
  })

  it('transfers each id once, without a body; lists failures, and retries them', async () => {
    const { imsi: one } = await aSim(server)
    const { imsi: two } = await aSim(server, { failures: 1 })
    const { user, dialog, lines } = await open()
    await user.click(lines)
    await user.paste(`${one}\n${two}\n${one}\n001019999999999`)
    await user.click(dialog.getByRole('button', { name: 'Transfer 3 SIM cards' }))
    const failed = within(await dialog.findByRole('list', { name: 'SIM cards that were not transferred' }))
    await dialog.findByRole('button', { name: 'Retry 2 SIM cards' })
    expect(failed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `Error transferring SIM ${two}: the SIM provider did not answer`,
      'Error transferring SIM 001019999999999: not found',
    ])
    expect(await stateOf(one)).toBe('Inactive.Stopped')
    await user.click(dialog.getByRole('button', { name: 'Retry 2 SIM cards' }))
    await dialog.findByRole('button', { name: 'Retry 1 SIM card' })
    expect(await stateOf(two)).toBe('Inactive.Stopped')
    expect(line.sent.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual(
      [one, two, '001019999999999', two, '001019999999999'].map((id) => [id, undefined]),
    )
  })
})
