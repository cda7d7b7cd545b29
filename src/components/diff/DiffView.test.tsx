import { ThemeProvider } from '@mui/material'
import { cleanup, render, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { I18nContextProvider } from 'react-admin'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createI18n } from '../../i18n'
import messages from '../../i18n/en'
import { createConsoleTheme } from '../../theme/theme'
import { type Comparison, compareLines } from './compareBodies'
import { DiffView } from './DiffView'

const theme = createConsoleTheme('light', false)
const i18n = createI18n('en', messages)

// jsdom has no layout: nothing scrolls, and every media query fits.
const scrollIntoView = vi.fn<() => void>()
Element.prototype.scrollIntoView = scrollIntoView
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  scrollIntoView.mockClear()
})

const view = (
  comparison: Comparison,
  current: number | null,
  unified: boolean,
  onCount?: (n: number) => void,
) => (
  <ThemeProvider theme={theme}>
    <I18nContextProvider value={i18n}>
      <DiffView {...{ comparison, current, unified }} shown={0} {...(onCount && { onCount })} />
    </I18nContextProvider>
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

test.each([
  ['one column', true],
  ['two columns', false],
])('the viewer and the table of long bodies show the same, in %s', async (_columns, unified) => {
  await fc.assert(
    fc.asyncProperty(lines, lines, fc.nat(), async (left, right, pick) => {
      const parts = compareLines(left, right)
      const differences = parts[0]?.differences ?? 0
      const current = differences > 0 ? pick % differences : null
      render(view({ kind: 'parts', parts }, current, unified))
      const expected = rows()
      expect(expected.some(({ isCurrent }) => isCurrent)).toBe(current !== null)
      cleanup()

      const onCount = vi.fn<(differences: number) => void>()
      const textOf = (lines: string[]) => lines.map((line) => `${line}\n`).join('')
      render(view({ kind: 'texts', left: textOf(left), right: textOf(right) }, current, unified, onCount))
      await waitFor(() => expect(onCount).toHaveBeenLastCalledWith(differences))
      expect(rows()).toEqual(expected)
      cleanup()
    }),
    { numRuns: 10 },
  )
})

test('a step scrolls to the next difference', () => {
  const parts = compareLines(['1', '2', '3'], ['0', '2', '4'])
  const { rerender } = render(view({ kind: 'parts', parts }, null, true))
  expect(scrollIntoView).not.toHaveBeenCalled()
  rerender(view({ kind: 'parts', parts }, 1, true))
  expect(scrollIntoView).toHaveBeenCalledOnce()
  expect(rows().map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, true, true])
})
