import { expect, it } from 'vitest'
import queries, { hasNoKeys } from './queries.mjs'

/** What the rule says of a name in a file of the project. */
function objectionsTo(name: string, file: string) {
  const found: object[] = []
  const filename = new URL(`../../${file}`, import.meta.url).pathname
  const visitor = queries.rules.keys.create({ filename, report: (problem) => found.push(problem) })
  visitor.Identifier?.({ name })
  return found.length
}

it('finds keys of the cache outside of the data provider', () => {
  expect(objectionsTo('queryKey', 'src/pages/admin/ServerTab.tsx')).toBe(1)
  expect(objectionsTo('queryFn', 'src/pages/admin/ServerTab.tsx')).toBe(0)
  expect(objectionsTo('queryKey', 'src/dataProvider/answers.ts')).toBe(0)
})

it('is about the console only', () => {
  expect(hasNoKeys('src/layout/notices/useUnread.ts')).toBe(true)
  expect(hasNoKeys('tests/support/console.tsx')).toBe(false)
})
