import { ThemeProvider } from '@mui/material'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { i18nIn } from '../../../tests/support/texts'
import { I18nRoot } from '../../i18n'
import { createConsoleTheme } from '../../theme/theme'
import { PART_LINES } from './compareBodies'
import TextDifference from './TextDifference'

const theme = createConsoleTheme('light', false)
const i18n = await i18nIn('en')

const show = (left: string | null, right: string | null) =>
  render(
    <ThemeProvider theme={theme}>
      <I18nRoot value={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <TextDifference
            {...{ left, right }}
            label="Transformation, before and after"
            same="Both are equal"
          />
        </QueryClientProvider>
      </I18nRoot>
    </ThemeProvider>,
  )

const rows = () => Array.from(document.querySelectorAll('tr'), ({ textContent }) => textContent)
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

test('a changed line is shown before and after, and labelled for screen readers', async () => {
  show('let a = 1\nsend(a)', 'let a = 2\nsend(a)')
  await waitFor(() => expect(rows()).toEqual(['removed: 1-let a = 1', 'added: 1+let a = 2', '2send(a)']))
  screen.getByRole('region', { name: 'Transformation, before and after' })
  const words = ['deletion', 'insertion'].map((role) => screen.getByRole(role).textContent)
  expect(words).toEqual(['1', '2'])
  expect(screen.queryByTitle(/./)).toBeNull()
})

test('every line of both texts is shown, and different ones have the numbers of their text', async () => {
  const lines = fc.array(fc.constantFrom('{', 'a', 'a b', '', 'b'), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(lines, lines, async (left, right) => {
      fc.pre(left.join('') !== '' && right.join('') !== '')
      const { container } = show(left.join('\n'), right.join('\n'))
      await waitFor(() => expect(container.querySelector('td')).not.toBeNull())
      const rows = Array.from(container.querySelectorAll('tr'), (row) =>
        Array.from(row.cells, ({ textContent }) => textContent.trim()),
      )
      for (const [name, mark, lines] of [
        ['removed: ', '-', left],
        ['added: ', '+', right],
      ] as const) {
        const own = rows.filter(([, shown]) => shown === mark || shown === '')
        expect(own.map(([, , text]) => text)).toEqual(lines)
        const numbers = own.map(([number, shown], i) => (shown ? number : `${name}${i + 1}`))
        expect(numbers).toEqual(lines.map((_, i) => `${name}${i + 1}`))
      }
      cleanup()
    }),
    {
      numRuns: 20,
      examples: [
        [
          ['{', '{'],
          ['', 'b'],
        ],
      ],
    },
  )
})

test('unchanged lines are folded except for three lines around each change, and unfold by keyboard', async () => {
  const user = userEvent.setup()
  const lines = numbers(20).map(String)
  show(lines.join('\n'), lines.with(10, 'ten').join('\n'))
  const fold = await screen.findByRole('button', { name: 'Show 7 unchanged lines' })
  expect(rows()).toHaveLength(10)
  const region = screen.getByRole('region')
  await user.tab()
  expect(document.activeElement).toBe(region)
  await user.tab()
  expect(document.activeElement).toBe(fold)
  await user.keyboard('{Enter}')
  expect(rows()).toHaveLength(22 - 6)
  expect(document.activeElement).toBe(region)
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Show 6 unchanged lines')
})

test('JSON is indented before it is compared', async () => {
  show('{"a":1,"b":[2]}', '{ "a": 1, "b": [] }')
  await waitFor(() =>
    expect(rows()).toEqual([
      '1{',
      '2  "a": 1,',
      'removed: 3-  "b": [',
      'added: 3+  "b": []',
      'removed: 4-    2',
      'removed: 5-  ]',
      '6}',
    ]),
  )
})

test('texts that are the same say so', async () => {
  show('{"a":1}', '{ "a": 1 }')
  await screen.findByText('Both are equal')
  await waitFor(() => expect(rows()).toEqual(['1{', '2  "a": 1', '3}']))
})

test('two empty texts show nothing', () => {
  show(null, '')
  screen.getByText('Both are equal')
  expect(screen.queryByRole('region')).toBeNull()
})

test('longer texts are shown in parts', async () => {
  const user = userEvent.setup()
  const long = numbers(PART_LINES + 1)
  show(long.join('\n'), [...long, 'end'].join('\n'))
  await screen.findByText('Part 1 of 2')
  expect(rows()).toHaveLength(PART_LINES)
  await user.click(screen.getByRole('button', { name: 'Next part' }))
  expect(rows()).toEqual([`501${PART_LINES}`, 'added: 502+end'])
})
