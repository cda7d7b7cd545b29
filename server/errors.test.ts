import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reasonOf } from './errors'

test('the log has the reason of a failed statement, but no input of people', () => {
  const refused = new AggregateError([new Error('connect ECONNREFUSED ::1:5432')])
  const failed = new DrizzleQueryError('insert into connector values ($1)', ['a secret'], refused)
  expect(reasonOf(failed)).toBe('connect ECONNREFUSED ::1:5432')
})

test('a thrown value that is no error is logged as it is', () => {
  expect(reasonOf('out of order')).toBe('out of order')
})
