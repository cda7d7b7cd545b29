import { expect, test } from 'vitest'
import { ApiError } from './client'
import { onLatest } from './versionedSave'

const refused = () => new ApiError(412, '{}', 0)

test('a change is made again when somebody else was first', async () => {
  const answers = [refused(), refused()]
  const change = async () => {
    const error = answers.pop()
    if (error) throw error
    return 'changed'
  }
  expect(await onLatest(change)).toBe('changed')
})

test('a server that refuses every change is not asked for ever', async () => {
  let asked = 0
  const change = async () => {
    asked++
    throw refused()
  }
  await expect(onLatest(change)).rejects.toThrow(ApiError)
  expect(asked).toBeLessThan(20)
})
