import { describe, expect, it } from 'vitest'
import { outcomeOf, problemOf } from './outcome'
import { fitted } from './pixels'

const [serial_number, token] = ['2159018209', 'aB3'.repeat(10).concat('zz')]
const link = `https://example.com/d/${serial_number}/${token}`

describe('what was scanned', () => {
  it('is the device, also among other codes', () => {
    expect(outcomeOf(['https://example.com/menu', link])).toEqual({ claim: { serial_number, token } })
  })

  it('is refused when it is another code, or none', () => {
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

describe('the size that is decoded', () => {
  it('keeps the shape of large photos and the size of small ones', () => {
    expect(fitted({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 })
    expect(fitted({ width: 4800, height: 3600 })).toEqual({ width: 2400, height: 1800 })
  })
})
