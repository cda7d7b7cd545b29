import { ThemeProvider } from '@mui/material'
import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { i18nIn } from '../../../tests/support/texts'
import { I18nRoot } from '../../i18n'
import { createConsoleTheme } from '../../theme/theme'
import { type Comparison, compareBodies, compareLines } from './compareBodies'
import { DiffView } from './DiffView'

const theme = createConsoleTheme('light', false)
const i18n = await i18nIn('en')

// jsdom has no layout: nothing scrolls, and every media query matches.
const scrollIntoView = vi.fn<() => void>()
Element.prototype.scrollIntoView = scrollIntoView
beforeEach(() => {
  scrollIntoView.mockClear()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})

const view = (comparison: Comparison, current: number | null, unified: boolean) => (
  <ThemeProvider theme={theme}>
    <I18nRoot value={i18n}>
      <DiffView {...{ comparison, current, unified }} shown={0} />
    </I18nRoot>
  </ThemeProvider>
)
const rows = () =>
  Array.from(document.querySelectorAll('tr'), (row) => ({
    isCurrent: row.querySelector('[aria-current]') !== null,
    cells: Array.from(row.cells, ({ textContent }) => textContent),
  }))

const lines = fc.array(fc.constantFrom('{', '  "a": 1,', '  "a": 2,', '    "b c": [],', '}'), {
  minLength: 1,
})

const cells = (place: number) =>
  rows()
    .map(({ cells }) => [cells[place], cells[place + 2]])
    .filter(([number]) => number !== '')
    .map(([number, text]) => [Number(number?.match(/\d+$/)?.[0]), text])
const numbered = (lines: readonly string[]) => lines.map((line, i) => [i + 1, line])

test('in two columns each body has its numbered lines, and the current difference is marked', () => {
  fc.assert(
    fc.property(lines, lines, fc.nat(), (left, right, pick) => {
      cleanup()
      const parts = compareLines(left, right)
      const differences = parts[0]?.differences ?? 0
      const current = differences > 0 ? pick % differences : null
      render(view({ parts }, current, false))
      expect(cells(0)).toEqual(numbered(left))
      expect(cells(3)).toEqual(numbered(right))
      expect(rows().some(({ isCurrent }) => isCurrent)).toBe(current !== null)
    }),
    { numRuns: 30 },
  )
})

test('a changed value is beside its former one, even below a line that only one body has', () => {
  const [left, right] = [{ a: 1, b: 2 }, { b: 3 }].map((body) => JSON.stringify(body))
  const { parts } = compareBodies({
    left: left ?? '',
    right: right ?? '',
    ignoreVolatile: false,
    sortKeys: true,
  })
  render(view({ parts }, null, false))
  const texts = rows().map(({ cells }) => [cells[2]?.trim(), cells[5]?.trim()])
  expect(texts).toEqual([
    ['{', '{'],
    ['"a": 1,', ''],
    ['"b": 2', '"b": 3'],
    ['}', '}'],
  ])
})

test('in one column a removed line says so, and is above the added one', () => {
  render(view({ parts: compareLines(['a', 'b'], ['a', 'c']) }, null, true))
  expect(rows().map(({ cells }) => cells)).toEqual([
    ['1', '', 'a'],
    ['removed: 2', '-', 'b'],
    ['added: 2', '+', 'c'],
  ])
})

test('a step scrolls to the next difference', () => {
  const parts = compareLines(['1', '2', '3'], ['0', '2', '4'])
  const { rerender } = render(view({ parts }, null, true))
  expect(scrollIntoView).not.toHaveBeenCalled()
  rerender(view({ parts }, 1, true))
  expect(scrollIntoView).toHaveBeenCalledOnce()
  expect(rows().map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, true, true])
})
