import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { aDevice, aSpace, aVariable, lockVariable, type TestSpace } from '../../../../tests/support/builders'
import { address, connect, refusal, showInSpace } from '../../../../tests/support/console'
import { serve } from '../../../../tests/support/serve'
import { screenIs } from '../../../../tests/support/table'
import { variables } from '..'
import VariableList from '../VariableList'
import { readCsv } from './csv'

const server = await serve()
let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
  screenIs('wide')
})

const stored = async () =>
  line.client.call(api.variables.list.answer, 'GET', `/spaces/${space.id}/variables`, {
    query: { limit: 1000, sort_by: 'name', order_by: 'asc' },
  })

/** Stands for the Back button of the browser. */
function BackButton() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  )
}
const goBack = () => fireEvent.click(screen.getByRole('button', { name: 'Back', hidden: true }))

async function openImport(user: UserEvent, page: ReactElement) {
  const at = '/variables'
  await showInSpace(page, { client: line.client, space, resource: variables, path: at, at })
  await user.click(await screen.findByRole('button', { name: 'Import CSV' }))
}

async function fileInput(user: UserEvent) {
  await openImport(user, <VariableList />)
  return screen.findByLabelText('Choose a file', { selector: 'input' })
}

/** Opens the import and pastes the text. */
async function paste(text: string) {
  const user = userEvent.setup({ delay: null })
  const page = (
    <>
      <VariableList />
      <BackButton />
    </>
  )
  await openImport(user, page)
  const dialog = within(await screen.findByRole('dialog', { name: 'Import variables' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Or paste the rows' }), { target: { value: text } })
  await user.click(dialog.getByRole('button', { name: 'Read the rows' }))
  return { user, dialog }
}

/** Last cell of each row by its name. */
const results = () =>
  Object.fromEntries(
    within(screen.getByRole('table', { name: 'Rows of the file' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
      .map((cells) => [cells[1], cells.at(-1)]),
  )

test('imports rows with their devices, by any of their names', async () => {
  const device = await aDevice(server, space, { name: 'valve-1' })
  await aDevice(server, space, { name: 'valve-10' })
  const { user, dialog } = await paste(
    [
      'Zařízení;Název;Hodnota;Komentář',
      `valve-1;meter-1;A0;"Cellar; left"`,
      `${device.serial_number};meter-2;A1;`,
      `${device.id};meter-3;A2;`,
      ';meter-4;A3;',
    ].join('\r\n'),
  )
  await user.click(await dialog.findByRole('button', { name: 'Import 4 variables' }))
  expect(await dialog.findByText('4 done')).toBeTruthy()
  const of = (name: string, value: string, device_id: string | null, comment: string | null = null) => ({
    name,
    value,
    comment,
    device_id,
    environment: 'wmbus',
  })
  expect(await stored()).toMatchObject([
    of('meter-1', 'A0', device.id, 'Cellar; left'),
    of('meter-2', 'A1', device.id),
    of('meter-3', 'A2', device.id),
    of('meter-4', 'A3', null),
  ])
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('link', { name: 'meter-4' })).toBeTruthy()
})

test('shows the error of a row, and leaves it out; the page contains no value', async () => {
  await aDevice(server, space, { name: 'twice' })
  await aDevice(server, space, { name: 'twice' })
  const { dialog } = await paste(
    [
      'name,value,environment,comment,device',
      'meter-1,SECRET,billing,,',
      'ab,SECRET,,,',
      'meter-2,,,,',
      'meter-1,SECRET,billing,,',
      'meter-3,SECRET,,,nobody',
      'meter-4,SECRET,,,twice',
      `meter-5,SECRET,,${'x'.repeat(501)},`,
    ].join('\n'),
  )
  expect(await dialog.findByRole('button', { name: 'Import 1 variable' })).toBeTruthy()
  expect(await dialog.findByText('6 rows have problems and are skipped.')).toBeTruthy()
  expect(results()).toMatchObject({
    ab: 'Name: Variable name is required and should consist of 3 or more characters.',
    'meter-2': 'Value: Required',
    'meter-1': 'Name: the same as in row 2',
    'meter-3': 'Device: no device has this serial number, name or id',
    'meter-4': 'Device: several devices have this name; use a serial number',
    'meter-5': 'Comment: At most 500 characters',
  })
  expect(screen.getByRole('table', { name: 'Rows of the file' }).innerHTML).not.toContain('SECRET')
})

test('lists existing variables before writing, and updates only chosen ones', {
  tags: 'heavy',
}, async () => {
  const values = { environment: 'wmbus', value: 'old' }
  await aVariable(server, space, { name: 'meter-1', ...values })
  await aVariable(server, space, { name: 'meter-2', ...values, comment: 'kept' })
  const { id } = await aVariable(server, space, { name: 'meter-3', ...values })
  await lockVariable(server, id)
  for (let i = 0; i < 2; i += 1) await aVariable(server, space, { name: 'meter-4', ...values })
  await aVariable(server, space, { name: 'meter-5', ...values })
  await aVariable(server, space, { name: 'meter-6', ...values, environment: 'other' })
  const before = await stored()
  const names = [1, 2, 3, 4, 6].map((number) => `meter-${number},new`)
  const { user, dialog } = await paste(['name,value', ...names, 'meter-5,old'].join('\n'))
  const choice = (name: string) => dialog.findByRole('combobox', { name: `What to do with ${name}` })
  await user.selectOptions(await choice('meter-2'), 'Exists: update')
  expect(await choice('meter-1')).toHaveProperty('value', 'skip')
  expect(results()).toMatchObject({
    'meter-3': 'Already exists, locked: skipped',
    'meter-4': 'Exists several times: skipped',
    'meter-5': 'Already exists, unchanged',
    'meter-6': 'Ready',
  })
  expect(await stored()).toEqual(before)
  await user.click(dialog.getByRole('button', { name: 'Import 2 variables' }))
  expect(await dialog.findByText('2 done')).toBeTruthy()
  const after = await stored()
  expect(after.filter(({ value }) => value === 'new')).toMatchObject([
    { name: 'meter-2', comment: 'kept' },
    { name: 'meter-6', environment: 'wmbus' },
  ])
  expect(after).toHaveLength(before.length + 1)
  expect(dialog.queryByRole('button', { name: 'Download failed rows' })).toBeNull()
})

test('importing a file again changes nothing, and all different values can be updated at once', async () => {
  const rows = ['name,value', 'meter-1,A0', 'meter-2,A1']
  for (const [name, value] of [
    ['meter-1', 'old'],
    ['meter-2', 'old'],
  ] as const)
    await aVariable(server, space, { name, value, environment: 'wmbus' })
  const { user, dialog } = await paste(rows.join('\n'))
  expect(await dialog.findByText('2 rows are variables that exist with other values.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: /^Import 0/ })).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('button', { name: 'Update all' }))
  await user.click(dialog.getByRole('button', { name: 'Import 2 variables' }))
  expect(await dialog.findByText('2 done')).toBeTruthy()
  expect((await stored()).map(({ name, value }) => [name, value])).toEqual([
    ['meter-1', 'A0'],
    ['meter-2', 'A1'],
  ])
})

test('a name with a line break is refused', async () => {
  const { dialog } = await paste('name,value\n"meter\n-1",A0\nmeter-2,A1')
  expect(await dialog.findByText('Name: The name must be one line.')).toBeTruthy()
})

test('the person assigns columns without a header', async () => {
  const { user, dialog } = await paste('A0A0,51370418\nB1B1,51370422')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Column 1' }), 'Value')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Column 2' }), 'Name')
  await user.click(await dialog.findByRole('button', { name: 'Import 2 variables' }))
  expect(await dialog.findByText('2 done')).toBeTruthy()
  expect(await stored()).toMatchObject([
    { name: '51370418', value: 'A0A0' },
    { name: '51370422', value: 'B1B1' },
  ])
})

test('continues after a failure, offers failed rows as a file, and retries them', async () => {
  line.interrupt = ({ method, body }) =>
    method === 'POST' && JSON.stringify(body).includes('meter-3')
      ? refusal(400, 'value is not wanted')
      : undefined
  const files: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
      revokeObjectURL: () => undefined,
    }),
  )
  const names = [1, 2, 3, 4, 5].map((number) => `meter-${number}`)
  const { user, dialog } = await paste(
    ['name,value', ...names.map((name) => `${name},=A0`), 'ab,A0'].join('\n'),
  )
  await user.click(await dialog.findByRole('button', { name: 'Import 5 variables' }))
  expect(await dialog.findByText('1 failed, 4 done')).toBeTruthy()
  expect(results()).toMatchObject({ 'meter-2': 'OK', 'meter-3': 'value is not wanted', 'meter-4': 'OK' })
  await user.click(dialog.getByRole('button', { name: 'Download failed rows' }))
  const text = await files[0]?.text()
  expect(text).toContain("meter-3,'=A0,wmbus,,,value is not wanted\r\n")
  const read = readCsv(text ?? '')
  expect('rows' in read && read.rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
    ['name', 'value'],
    ['meter-3', '=A0'],
    ['ab', 'A0'],
  ])

  line.interrupt = () => undefined
  await user.click(dialog.getByRole('button', { name: 'Retry 1 variable' }))
  expect(await dialog.findByText('5 done')).toBeTruthy()
  expect((await stored()).map(({ name }) => name)).toEqual(names)
})

test('asks before leaving a running import, and stops it', async () => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  line.interrupt = async ({ method }) => {
    if (method === 'POST') await held
    return undefined
  }
  const names = Array.from({ length: 12 }, (_, i) => `meter-${i}`)
  const { user, dialog } = await paste(['name,value', ...names.map((name) => `${name},A0`)].join('\n'))
  await user.click(await dialog.findByRole('button', { name: 'Import 12 variables' }))
  const leaving = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  await waitFor(() => expect(leaving()).toBe(true))
  const question = async () =>
    within(await screen.findByRole('alertdialog', { name: 'Stop this operation?' }))
  await user.keyboard('{Escape}')
  await user.click((await question()).getByRole('button', { name: 'Keep it running' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  goBack()
  await user.click((await question()).getByRole('button', { name: 'Keep it running' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(address()).toBe(`/space/${space.id}/variables?import=true`)
  await user.keyboard('{Escape}')
  await user.click((await question()).getByRole('button', { name: 'Stop' }))
  release()
  expect(await dialog.findByText('8 skipped, 4 done')).toBeTruthy()
  expect(await dialog.findByRole('button', { name: 'Retry 8 variables' })).toBeTruthy()
  expect(await stored()).toHaveLength(4)
  await waitFor(() => expect(leaving()).toBe(false))
  goBack()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe(`/space/${space.id}/variables`)
})

test('an import that is repeated skips the variables that are there', async () => {
  for (const [name, value] of [
    ['meter-1', 'A1'],
    ['meter-2', 'A2'],
  ])
    await line.client.request('POST', `/spaces/${space.id}/variables`, {
      body: { name, value, environment: 'wmbus', comment: null, device_id: null },
    })
  const { user, dialog } = await paste('name,value\nmeter-1,A1\nmeter-2,A2\nmeter-3,A3')
  await user.click(await dialog.findByRole('button', { name: 'Import 1 variable' }))
  expect(await dialog.findByText('1 done')).toBeTruthy()
  expect((await stored()).map(({ name }) => name).toSorted()).toEqual(['meter-1', 'meter-2', 'meter-3'])
})

test('refuses other files than .csv and .txt', async () => {
  const user = userEvent.setup({ delay: null, applyAccept: false })
  const input = await fileInput(user)
  await user.upload(input, new File(['name,value'], 'keys.xlsx'))
  expect((await screen.findByRole('alert')).textContent).toBe('Please select a valid CSV file or TXT file.')
  await user.upload(input, new File(['name,value\nmeter-1,A0'], 'keys.CSV'))
  expect(await screen.findByRole('button', { name: 'Import 1 variable' })).toBeTruthy()
})

test('asks in which encoding the letters of a file are right, and refuses lost ones', async () => {
  const user = userEvent.setup({ delay: null })
  const input = await fileInput(user)
  await user.upload(input, new File(['heslo-m\uFFFD\uFFFDi\uFFFDe,A0B1'], 'lost.csv'))
  expect((await screen.findByRole('alert')).textContent).toContain('Letters of this file are lost')
  // "heslo-měřiče" as a Czech spreadsheet saves plain CSV, in windows-1250.
  const letters = [0x68, 0x65, 0x73, 0x6c, 0x6f, 0x2d, 0x6d, 0xec, 0xf8, 0x69, 0xe8, 0x65]
  await user.upload(input, new File([new Uint8Array(letters), ',A0B1'], 'plain.csv'))
  const question = within(await screen.findByRole('dialog', { name: 'Which letters are right?' }))
  expect(question.getByRole('radio', { name: /Windows-1252.*heslo-mìøièe/s })).toBeTruthy()
  await user.click(question.getByRole('radio', { name: /Windows-1250.*heslo-měřiče/s }))
  await user.click(question.getByRole('button', { name: 'Read the file' }))
  expect(await screen.findByText('heslo-měřiče')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Import 1 variable' })).toBeTruthy()
})
