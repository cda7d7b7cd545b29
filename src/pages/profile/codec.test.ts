import fc from 'fast-check'
import { expect, test } from 'vitest'
import { profileInputSchema, profileSchema } from '#contract/profile'
import { profileCodec } from './codec'
import { timezoneNames } from './timezones'

const text = fc.stringMatching(/^[A-Za-zěščřžýáíé][A-Za-z -]{0,20}[a-z]$/)
const optional = fc.option(text)

test('a form that was not changed sends the profile that there is', () => {
  const editable = fc.record({
    firstname: text,
    lastname: text,
    middlename: optional,
    company: optional,
    timezone: fc.option(fc.constantFrom('UTC', 'Europe/Prague')),
    picture: fc.option(fc.constant('https://example.com/me.png')),
  })
  fc.assert(
    fc.property(editable, (fields) => {
      const profile = profileSchema.parse({
        id: '0190a000-0000-7000-8000-000000000001',
        email: 'demo@example.com',
        system_role: 'user',
        ...fields,
      })
      expect(profileInputSchema.parse(profileCodec.fromForm(profileCodec.toForm(profile)))).toEqual(fields)
    }),
  )
})

test('the time zones to choose from hold UTC, and the one that is set even when the browser does not know it', () => {
  expect(timezoneNames(null)).toContain('UTC')
  expect(timezoneNames(null)).toContain('Europe/Prague')
  expect(timezoneNames('Mars/Olympus')).toContain('Mars/Olympus')
})
