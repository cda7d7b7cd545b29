import { expect, test } from 'vitest'
import { ApiError } from './client'
import { onLatest } from './versionedSave'

const refused = () => new ApiError(412, '{}', 0)

test('a change is repeated when somebody else was faster', async () => {
  const answers = [refused(), refused()]
  const change = async () => {
    const error = answers.pop()
    if (error) throw error
    return 'changed'
  }
  expect(await onLatest(change)).toBe('changed')
})

test('a change that is always refused is not repeated forever', async () => {
  let asked = 0
  const change = async () => {
    asked++
    throw refused()
  }
  await expect(onLatest(change)).rejects.toThrow(ApiError)
  expect(asked).toBeLessThan(20)
})
