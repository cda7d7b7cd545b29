import { expect, it } from 'vitest'
import { resolveApiBase } from './apiBase'

it('reads the API base from the configuration', () => {
  expect(resolveApiBase('/v2', null, 'console.example')).toBe('/v2')
})

it('falls back to the api host beside the console', () => {
  expect(resolveApiBase(null, null, 'cloud.example')).toBe('https://api.cloud.example/v2')
})

it('lets a local setting override both', () => {
  expect(resolveApiBase('/v2', ' http://localhost:9000/v2/ ', 'x')).toBe('http://localhost:9000/v2')
  expect(resolveApiBase(null, 'http://localhost:9000/v2', 'x')).toBe('http://localhost:9000/v2')
})

it('ignores an empty local setting', () => {
  expect(resolveApiBase('/v2', '', 'x')).toBe('/v2')
})
