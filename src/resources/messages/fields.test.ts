import { expect, test } from 'vitest'
import { hasError } from './fields'

test.each([
  ['{"error":"no signal"}', true],
  ['{"a":1,"error":null}', true],
  ['{"message":{"error":"deeper"}}', false],
  ['["error"]', false],
  ['"error"', false],
  ['{"error":', false],
  ['plain "error" text', false],
  ['', false],
  [null, false],
  [`${'['.repeat(10_000)}"error"${']'.repeat(10_000)}`, false],
])('%.40s has an error: %s', (body, expected) => expect(hasError(body)).toBe(expected))
