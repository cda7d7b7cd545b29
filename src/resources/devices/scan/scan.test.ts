import { describe, expect, it } from 'vitest'
import { fitted } from './decoder'
import { problemOf } from './useCamera'
import { outcomeOf } from './useScan'

const [serial_number, token] = ['2159018209', 'aB3'.repeat(10).concat('zz')]
const link = `https://example.com/d/${serial_number}/${token}`

describe('a scanned picture', () => {
  it('gives the device, even among other codes', () => {
    expect(outcomeOf(['https://example.com/menu', link])).toEqual({ claim: { serial_number, token } })
  })

  it('is refused when it has another code, or none', () => {
    expect(outcomeOf(['https://example.com/menu'])).toEqual({ refusal: 'foreign' })
    expect(outcomeOf([])).toEqual({ refusal: 'noCode' })
  })
})

describe('a camera that cannot be opened', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotSupportedError', 'insecure'],
    ['NotReadableError', 'busy'],
  ])('of %s is %s', (name, problem) => {
    expect(problemOf(Object.assign(new Error('no'), { name }))).toBe(problem)
  })
})

describe('the decoded size', () => {
  it('keeps the aspect ratio of large photos and the size of small ones', () => {
    expect(fitted({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 })
    expect(fitted({ width: 4800, height: 3600 })).toEqual({ width: 2400, height: 1800 })
  })
})
