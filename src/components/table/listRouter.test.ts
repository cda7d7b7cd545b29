import { expect, test } from 'vitest'
import { withParametersOfOthers } from './listRouter'

test.each([
  ['?page=2', '?page=1&deviceId=42', '?page=2&deviceId=42'],
  ['?filter={}', '?filter={"name":"che"}&perPage=10&displayedFilters={}', '?filter=%7B%7D'],
  ['?page=2', '?tagId=a&live=true', '?page=2&tagId=a&live=true'],
  ['?page=2&deviceId=43', '?deviceId=42', '?page=2&deviceId=43'],
])('%s at %s becomes %s', (wanted, current, found) =>
  expect(withParametersOfOthers(wanted, current)).toBe(found),
)
