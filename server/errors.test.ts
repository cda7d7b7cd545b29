import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reasonOf } from './errors'

test('of a statement that failed the log learns why, and nothing that people typed', () => {
  const refused = new AggregateError([new Error('connect ECONNREFUSED ::1:5432')])
  const failed = new DrizzleQueryError('insert into connector values ($1)', ['a secret'], refused)
  expect(reasonOf(failed)).toBe('connect ECONNREFUSED ::1:5432')
})

test('what is no error is told as it is', () => {
  expect(reasonOf('out of order')).toBe('out of order')
})
