import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { simProfiles } from '#contract/sims'
import { aUser } from '../../../../tests/support/builders'
import { connect, person, refusal, showPage } from '../../../../tests/support/console'
import { aSim, changeSim, type SimValues, serveSims, storedSim } from '../../../../tests/support/sims'
import SimsPage from './SimsPage'

const server = await serveSims()
const admin = await aUser(server, { systemRole: 'admin' })
const [PROFILE = ''] = simProfiles('spaceport').cloudV2

let line: ReturnType<typeof connect>
/** A card only for this test. */
const aCard = (values: SimValues = {}) =>
  aSim(server, {
    state: 'Active.Live',
    profile: PROFILE,
    attr1: 'Orchard',
    apn: 'iot.example',
    info: { Operator: 'Testnet', Cells: [{ id: 7 }, { id: 9 }] },
    ...values,
  })

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  line = connect(server, admin)
})

function open(at?: string) {
  const user = userEvent.setup({ delay: null })
  const profile = { ...person, system_role: 'admin' as const }
  const shown = showPage(<SimsPage />, { client: line.client, profile, ...(at && { path: '/*', at }) })
  return { user, ...shown }
}

type User = ReturnType<typeof userEvent.setup>
const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'IMSI or ICCID, one per line' })
const button = (name: string | RegExp) => screen.findByRole('button', { name })

async function lookUp(user: User, text: string) {
  await user.click(input())
  await user.paste(text)
  await user.click(await button(/^Look up \d/))
}

/** Cells of each row, without controls. */
const rows = () =>
  within(screen.getByRole('table', { name: 'SIM cards' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(2).map((cell) => cell.textContent))

const results = () => rows().map((cells) => cells.at(-1))

describe('a search', () => {
  it('starts with the SIM in the address, and keeps typed values', async () => {
    const [one, other] = [await aCard(), await aCard({ attr1: 'Vineyard' })]
    const { user, unmount } = open()
    await user.click(input())
    await user.paste(one.imsi)
    unmount()
    open(`/admin/sims?id=${other.iccid}`)
    await screen.findByText('Vineyard')
    expect(rows()).toHaveLength(1)
    expect(input().value).toBe(`${one.imsi}\n${other.iccid}`)
  })

  it('shows one row per value in order, each with its SIM or its error', async () => {
    const [one, two] = [await aCard(), await aCard({ state: 'Active.Sleep', attr1: null })]
    const { user } = open()
    await lookUp(user, `${two.iccid}\n12345\n001019999999999\n${one.imsi}\n${two.iccid}`)
    await screen.findByText('2 found, 1 failed')
    expect(rows().map((cells) => cells.toSpliced(1, 1))).toEqual([
      [two.iccid, 'Active.Sleep', PROFILE, '', '', 'iot.example', ''],
      ['12345', '', '', '', '', '', 'Invalid IMSI/ICCID format'],
      ['001019999999999', '', '', '', '', '', 'not found for 001019999999999'],
      [one.imsi, 'Active.Live', PROFILE, 'Orchard', '', 'iot.example', ''],
    ])
    expect(rows()[3]?.[1]).toBe(one.imsi + one.iccid)
    expect(line.calls.filter(({ path }) => path.includes('12345'))).toEqual([])
    expect(screen.getByText(/1 duplicate value/)).toBeTruthy()
  })

  it('has at most 6 simultaneous calls, can be stopped, and continues', async () => {
    const cards = await Promise.all(Array.from({ length: 9 }, () => aCard()))
    let answer: (() => void) | undefined
    const held = new Promise<undefined>((resolve) => {
      answer = () => resolve(undefined)
    })
    line.interrupt = () => held
    const { user } = open()
    await lookUp(user, cards.map(({ imsi }) => imsi).join('\n'))
    await waitFor(() => expect(line.calls).toHaveLength(6))
    await user.click(await button('Stop'))
    answer?.()
    const goOn = await button('Look up the other 9')
    expect(results()).toEqual(cards.map(() => 'Not looked up'))
    await user.click(goOn)
    expect(await screen.findByText('9 found')).toBeTruthy()
  })

  it('shows failures, and retries them', async () => {
    const card = await aCard()
    line.interrupt = ({ path }) => {
      if (path.includes('/admin/sim/')) throw new TypeError('Failed to fetch')
      return undefined
    }
    const { user } = open()
    await lookUp(user, card.imsi)
    expect(await screen.findByText('Failed to fetch data')).toBeTruthy()
    line.interrupt = () => undefined
    await user.click(await button('Look up the failed one again'))
    expect(await screen.findByText('1 found')).toBeTruthy()
    expect(screen.queryByText('Failed to fetch data')).toBeNull()
  })

  it('shows other fields of the provider, including nested values', async () => {
    const card = await aCard()
    const { user } = open()
    await lookUp(user, card.imsi)
    await user.click(await button(`Details of ${card.imsi}`))
    const info = within(await screen.findByRole('region', { name: 'Info' }))
    expect(info.getByText('Testnet')).toBeTruthy()
    expect(info.getByRole('tree', { name: 'Cells' })).toBeTruthy()
  })

  it('keeps typed values across a reload', async () => {
    const { user, unmount } = open()
    await user.type(input(), '00101')
    unmount()
    open()
    expect(input().value).toBe('00101')
  })

  it('reads the ids of a file, and says what it left out', async () => {
    const { user } = open()
    const file = new File(['name;iccid\npump;89990000000000101011\nvalve;'], 'cards.csv', {
      type: 'text/csv',
    })
    await user.upload(screen.getByLabelText('Add a file'), file)
    const notice = await screen.findByText(/From cards\.csv: 1 value added/)
    expect(notice.textContent).toContain('row 3 “valve”')
    expect(input().value).toBe('89990000000000101011')
    await user.upload(screen.getByLabelText('Add a file'), new File(['a,b'], 'empty.txt'))
    expect(await screen.findByText('empty.txt contains no IMSI or ICCID.')).toBeTruthy()
  })
})

async function selectAll(user: User) {
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
}

/** Chooses a state, and opens the preview. */
async function preview(user: User, state: string) {
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), state)
  await user.click(await button('Preview the changes'))
  return within(await screen.findByRole('dialog', { name: 'What would change' }))
}

describe('a change', () => {
  it('offers the states, and the profiles in groups; each field keeps its value by default', async () => {
    const { user } = open()
    await lookUp(user, (await aCard()).imsi)
    await screen.findByText('1 found')
    const texts = (name: string) =>
      within(screen.getByRole('combobox', { name }))
        .getAllByRole('option')
        .map((option) => option.textContent)
    expect(texts('State')[0]).toBe('Keep current')
    expect(texts('State')).toContain('Inactive.Stopped')
    expect(texts('Profile')).toEqual([
      'Keep current',
      ...simProfiles('spaceport').cloudV2,
      ...simProfiles('spaceport').cloudV1,
      'USA_TEST_CSP',
    ])
    const groups = within(screen.getByRole('combobox', { name: 'Profile' })).getAllByRole('group')
    expect(groups.map((group) => group.getAttribute('label'))).toEqual(['Cloud V2', 'Cloud V1', 'Other'])
    for (const name of ['State', 'Profile', 'Attribute 1', 'Attribute 2'])
      expect(screen.getByRole<HTMLSelectElement>('combobox', { name }).value).toBe('')
  })

  it('previews the changes, sends nothing before, and makes no call for unchanged SIMs', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const [one, same] = [await aCard(), await aCard({ state: 'Active.Sleep', attr1: 'Shed' })]
    const { user } = open()
    await lookUp(user, `${one.imsi}\n${same.imsi}\n${one.iccid}\n001019999999999`)
    await screen.findByText('3 found, 1 failed')
    await selectAll(user)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Attribute 1' }), 'Set to…')
    await user.type(screen.getByRole('textbox', { name: 'Attribute 1: new value' }), 'Shed')
    const dialog = await preview(user, 'Active.Sleep')
    expect(dialog.getByText('1 SIM card will change.')).toBeTruthy()
    expect(dialog.getByText('1 SIM card already has these values and does not change.')).toBeTruthy()
    expect(dialog.getByText(/1 row repeats a selected SIM card/)).toBeTruthy()
    expect(dialog.getByText('1 selected row was not found and is skipped.')).toBeTruthy()
    expect(dialog.getByText('Active.Live').closest('li')?.textContent).toBe(
      'State: Active.Live → Active.Sleep',
    )
    expect(dialog.getByText('Orchard').closest('li')?.textContent).toBe('Attribute 1: Orchard → Shed')
    expect(line.sent).toEqual([])

    await user.click(dialog.getByRole('button', { name: 'Change 1 SIM card' }))
    expect(await screen.findByText('1 done, 1 unchanged')).toBeTruthy()
    expect(results()).toEqual(['Success', 'Success', 'Success', 'not found for 001019999999999'])
    expect(line.sent.map(({ path, body }) => [path, body])).toEqual([
      [`/admin/sim/${one.imsi}`, { state: 'Active.Sleep', attr1: 'Shed' }],
    ])
    expect(await storedSim(server, one.imsi)).toMatchObject({
      state: 'Active.Sleep',
      attr1: 'Shed',
      profile: PROFILE,
    })
    await waitFor(() => expect(rows()[0]?.[2]).toBe('Active.Sleep'))
    // The selection and the choices are cleared.
    expect(screen.getByText('Select SIM cards in the table below.')).toBeTruthy()
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' }).value).toBe('')
    // Some seconds later the rows are back to normal, and the result is still shown.
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(results()[0]).toBe('')
    expect(screen.getByText('1 done, 1 unchanged')).toBeTruthy()
  })

  it('shows “Updating…”, then failures with their reasons, and retries only those', async () => {
    const [one, two] = [await aCard(), await aCard({ state: 'Inactive.Stopped' })]
    const { user } = open()
    await lookUp(user, `${one.imsi}\n${two.imsi}`)
    await screen.findByText('2 found')
    await selectAll(user)
    let answer: (() => void) | undefined
    const held = new Promise<undefined>((resolve) => {
      answer = () => resolve(undefined)
    })
    line.interrupt = ({ method }) => (method === 'PUT' ? held : undefined)
    const dialog = await preview(user, 'Active.Standby')
    await user.click(dialog.getByRole('button', { name: 'Change 2 SIM cards' }))
    await waitFor(() => expect(results()).toEqual(['Updating…', 'Updating…']))
    answer?.()
    const failures = within(await screen.findByRole('list', { name: 'SIM cards that were not changed' }))
    expect(failures.getByText(`${two.imsi}: only Active.Ready can follow Inactive.Stopped`)).toBeTruthy()
    expect(results()[1]).toContain('Error')

    await changeSim(server, two.imsi, { state: 'Active.Ready' })
    await user.click(await button('Retry 1 SIM card'))
    expect(await screen.findByText('2 done')).toBeTruthy()
    expect(line.sent.map(({ path }) => path.split('/').at(-1))).toEqual([one.imsi, two.imsi, two.imsi])
    expect(await storedSim(server, two.imsi)).toMatchObject({ state: 'Active.Standby' })
    await user.click(await button('Dismiss'))
    expect(screen.queryByText('2 done')).toBeNull()
  })

  it('reads the result of an unanswered change, and does not repeat it', async () => {
    const card = await aCard()
    const { user } = open()
    await lookUp(user, card.imsi)
    await screen.findByText('1 found')
    await selectAll(user)
    let isLost = true
    line.interrupt = async ({ method, path, body }) => {
      if (method !== 'PUT' || !isLost) return undefined
      isLost = false
      await server.call('PUT', path, { token: admin.token, body })
      return refusal(424, 'the SIM provider did not answer')
    }
    const dialog = await preview(user, 'Active.Suspend')
    await user.click(dialog.getByRole('button', { name: 'Change 1 SIM card' }))
    expect(await screen.findByText('1 done')).toBeTruthy()
    expect(line.sent).toHaveLength(1)
    await waitFor(() => expect(rows()[0]?.[2]).toBe('Active.Suspend'))
  })

  it('refuses an attribute that is too long, and keeps it', async () => {
    const { user } = open()
    await lookUp(user, (await aCard()).imsi)
    await screen.findByText('1 found')
    await selectAll(user)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Attribute 2' }), 'Set to…')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Attribute 2: new value' })
    await user.click(field)
    await user.paste('x'.repeat(256))
    expect(await screen.findByText('must have at most 255 characters')).toBeTruthy()
    expect(await button('Preview the changes')).toHaveProperty('disabled', true)
    expect(field.value).toHaveLength(256)
  })
})
