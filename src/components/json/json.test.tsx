import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { showPage } from '../../../tests/support/console'
import { setTimezone } from '../../clock'
import { BodyPreview, BodyView } from '.'
import { partsOf } from './PlainText'

const BODY = JSON.stringify({
  system: { uptime: 86_400, voltage_rest: 3.61 },
  network: { imsi: '901288000000001', cells: [{ rsrp: -91 }, { rsrp: -88 }] },
  note: 'x'.repeat(500),
})

const show = (text: string | null) => showPage(<BodyView text={text} label="Body" />)
const item = (name: string | RegExp) => screen.getByRole('treeitem', { name })
const active = () => {
  const tree = screen.getByRole('tree', { name: 'Body' })
  return document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')?.textContent
}

test('JSON is a tree of its names and values', () => {
  show(BODY)
  expect(item('system: {} 2 keys').getAttribute('aria-expanded')).toBe('true')
  expect(item('voltage_rest: 3.61').getAttribute('aria-level')).toBe('3')
  expect(item('cells: [] 2 items')).toBeTruthy()
})

test('repeated names, large numbers and __proto__ are shown as they were sent', () => {
  show('{"a":12345678901234567890,"a":1.10,"__proto__":null,"10":1,"2":"\\u05d0"}')
  expect(screen.getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual([
    '{} 5 keys',
    'a: 12345678901234567890',
    'a: 1.10',
    '__proto__: null',
    '10: 1',
    '2: "א"',
  ])
})

test('a number that is a time has its date beside it, in the time zone of the person', () => {
  setTimezone('Europe/Prague')
  onTestFinished(() => setTimezone(null))
  show(
    '{"timestamp":1767323045,"ms":1767323045678,"list":[1767323045],"early":946684799,"late":4102444800,"serial_number":2159018267,"text":"1767323045"}',
  )
  const rows = screen.getAllByRole('treeitem').map(({ textContent }) => textContent)
  expect(rows.slice(1)).toEqual([
    'timestamp: 17673230452 Jan 2026, 04:04:05',
    'ms: 17673230456782 Jan 2026, 04:04:05',
    'list: [] 1 item',
    '0: 17673230452 Jan 2026, 04:04:05',
    'early: 946684799',
    'late: 4102444800',
    'serial_number: 2159018267',
    'text: "1767323045"',
  ])
})

test('arrows, Home, End and typed letters navigate as in any tree', async () => {
  const user = userEvent.setup({ delay: null })
  show(BODY)
  screen.getByRole('tree').focus()
  await user.keyboard('{ArrowDown}')
  expect(active()).toBe('system: {} 2 keys')
  await user.keyboard('{ArrowLeft}')
  expect(screen.queryByRole('treeitem', { name: /uptime/ })).toBeNull()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(active()).toBe('uptime: 86400')
  await user.keyboard('{ArrowLeft}')
  expect(active()).toBe('system: {} 2 keys')
  await user.keyboard('{End}')
  expect(active()).toMatch(/^note/)
  await user.keyboard('{Home}')
  expect(active()).toBe('{} 3 keys')
  await user.keyboard('ne')
  expect(active()).toBe('network: {} 2 keys')
})

test('a search goes from match to match, and opens their parents', async () => {
  const user = userEvent.setup({ delay: null })
  show(BODY)
  await user.click(screen.getByRole('button', { name: 'Collapse all' }))
  expect(screen.getAllByRole('treeitem')).toHaveLength(1)
  await user.type(screen.getByRole('searchbox', { name: 'Search keys and values' }), 'RSRP')
  expect(screen.getByText('1 of 2')).toBeTruthy()
  expect(active()).toBe('rsrp: -91')
  await user.keyboard('{Enter}')
  expect(active()).toBe('rsrp: -88')
  expect(screen.getByText('2 of 2')).toBeTruthy()
  await user.keyboard('{Enter}{Shift>}{Enter}{/Shift}')
  expect(screen.getByText('2 of 2')).toBeTruthy()
  expect(within(item('rsrp: -88')).getByText('rsrp').tagName).toBe('MARK')
  await user.keyboard('zzz')
  expect(screen.getByText('No match')).toBeTruthy()
})

test('the path and the value of a row can be copied', async () => {
  const user = userEvent.setup({ delay: null })
  show(BODY)
  await user.click(item('voltage_rest: 3.61'))
  await user.click(screen.getByRole('button', { name: 'Copy path' }))
  expect(await navigator.clipboard.readText()).toBe('$.system.voltage_rest')
  await user.click(screen.getByRole('button', { name: 'Copy value' }))
  expect(await navigator.clipboard.readText()).toBe('3.61')
  await user.click(item('system: {} 2 keys'))
  await user.click(screen.getByRole('button', { name: 'Copy value' }))
  expect(await navigator.clipboard.readText()).toBe('{\n  "uptime": 86400,\n  "voltage_rest": 3.61\n}')
})

test('a long string is cut until it is expanded', async () => {
  const user = userEvent.setup({ delay: null })
  show(BODY)
  expect(item(/^note/).textContent?.length).toBeLessThan(300)
  await user.click(screen.getByRole('button', { name: 'Show more (200 of 500 characters)' }))
  expect(item(/^note/).textContent).toContain('x'.repeat(500))
})

test('the text of the tree is also available, exactly as it was sent', async () => {
  const user = userEvent.setup({ delay: null })
  show('{ "a":1 }')
  await user.click(screen.getByRole('button', { name: 'Text' }))
  expect(screen.getByRole('region', { name: 'Body' }).textContent).toBe('{ "a":1 }')
  await user.click(screen.getByRole('button', { name: 'Copy all' }))
  expect(await navigator.clipboard.readText()).toBe('{ "a":1 }')
})

test('a text that is not JSON is shown unchanged, and never as markup', () => {
  show('<b>hello</b>\nworld')
  expect(screen.getByRole('region', { name: 'Body' }).textContent).toBe('<b>hello</b>\nworld')
})

test.each([null, ''])('%j is shown as empty', (text) => {
  show(text)
  expect(screen.getByText('No content')).toBeTruthy()
})

test('ten thousand levels can be opened and searched', async () => {
  const user = userEvent.setup({ delay: null })
  show(`${'['.repeat(10_000)}"core"${']'.repeat(10_000)}`)
  await user.click(screen.getByRole('button', { name: 'Expand all' }))
  await user.type(screen.getByRole('searchbox'), 'core')
  await user.click(screen.getByRole('button', { name: 'Copy path' }))
  expect(await navigator.clipboard.readText()).toBe(`$${'[0]'.repeat(10_000)}`)
})

test('a preview ends after twenty lines and leads to the rest', () => {
  const long = JSON.stringify(Array.from({ length: 100 }, (_, index) => index))
  showPage(<BodyPreview text={long} to="/all" />)
  expect(screen.getByText(/^\[\s+0,\s+1,/).textContent?.split('\n')).toHaveLength(21)
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/all')
})

test('a long text is cut after a line if possible, and never within a character', () => {
  const lines = `${'x'.repeat(9999)}\n`.repeat(5)
  expect(partsOf(lines).map(({ text }) => text.length)).toEqual([20_000, 20_000, 10_000])
  const emoji = `-${'🌡'.repeat(30_000)}`
  const parts = partsOf(emoji).map(({ text }) => text)
  expect(parts.join('')).toBe(emoji)
  expect(parts.some((part) => /\p{Surrogate}/u.test(part))).toBe(false)
  expect(partsOf('').length).toBe(0)
})
