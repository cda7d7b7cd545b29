import { expect, it } from 'vitest'
import queries, { hasNoKeys } from './queries.mjs'

/** Number of problems that the rule reports for a name in a file. */
function objectionsTo(name: string, file: string) {
  const found: object[] = []
  const filename = new URL(`../../${file}`, import.meta.url).pathname
  const visitor = queries.rules.keys.create({ filename, report: (problem) => found.push(problem) })
  visitor.Identifier?.({ name })
  return found.length
}

it('finds cache keys outside of the data provider', () => {
  expect(objectionsTo('queryKey', 'src/pages/admin/ServerTab.tsx')).toBe(1)
  expect(objectionsTo('queryFn', 'src/pages/admin/ServerTab.tsx')).toBe(0)
  expect(objectionsTo('queryKey', 'src/dataProvider/answers.ts')).toBe(0)
})

it('applies only to the console', () => {
  expect(hasNoKeys('src/layout/notices/useUnread.ts')).toBe(true)
  expect(hasNoKeys('tests/support/console.tsx')).toBe(false)
})
