import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { devicesApi } from '#contract/devices'
import { messagesApi } from '#contract/messages'
import { commandOf, requestOf, SNIPPET_LANGUAGES } from './commands'

const BASE = 'https://api.example.com/v2'
const SPACE = '01890a5d-ac96-774b-bcce-000000000010'
const NOW = new Date('2026-03-04T05:06:07.008Z')
const inSpace = { spaceId: SPACE }

describe('a call', () => {
  test('has the path of its space, and all its parameters', () => {
    const query = { limit: 25, tag_ids: ['a', 'b'], name: "o'hara & sons" }
    expect(requestOf(BASE, devicesApi.list, { params: inSpace, query })).toEqual({
      method: 'GET',
      url: `${BASE}/spaces/${SPACE}/devices?limit=25&tag_ids%5B%5D=a&tag_ids%5B%5D=b&name=o%27hara+%26+sons`,
    })
  })

  test('of a time range without an end ends now', () => {
    const query = { limit: 10, after: '2026-03-01T00:00:00.000Z' }
    const { url } = requestOf(BASE, messagesApi.list, { params: inSpace, query }, NOW)
    const sent = new URL(url).searchParams
    expect(sent.get('after')).toBe('2026-03-01T00:00:00.000Z')
    expect(sent.get('before')).toBe('2026-03-04T05:06:07.008Z')
  })

  test('keeps its end', () => {
    const query = { after: '2026-03-01T00:00:00.000Z', before: '2026-03-02T00:00:00.000Z' }
    const { url } = requestOf(BASE, messagesApi.list, { params: inSpace, query }, NOW)
    expect(new URL(url).searchParams.get('before')).toBe('2026-03-02T00:00:00.000Z')
  })

  test('with any typed text arrives unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const { url } = requestOf(BASE, devicesApi.list, { params: inSpace, query: { name } })
        expect(new URL(url).searchParams.get('name')).toBe(name)
        expect(url).toMatch(/^[\x21-\x7e]+$/)
      }),
    )
  })
})

describe('a command', () => {
  const request = requestOf(BASE, devicesApi.list, { params: inSpace, query: { limit: 10 } })

  test('for a shell is one call of curl', () => {
    expect(commandOf('curl', request)).toBe(
      `curl -sS --fail-with-body --retry 3 '${BASE}/spaces/${SPACE}/devices?limit=10' \\\n  -H "X-API-Key: $SPACEPORT_KEY"`,
    )
  })

  test.each(SNIPPET_LANGUAGES)('in %s has no key when the call needs none', (language) => {
    const command = commandOf(language, { ...request, isKeyless: true })
    expect(command).not.toMatch(/key/i)
    expect(command).not.toContain('environ')
  })

  test.each(SNIPPET_LANGUAGES)('in %s reads the key from the environment, or contains it', (language) => {
    expect(commandOf(language, request)).toContain('SPACEPORT_KEY')
    const withKey = commandOf(language, request, 'the-key')
    expect(withKey).toContain('the-key')
    expect(withKey).not.toContain('SPACEPORT_KEY')
  })

  test('with a body has the method and the content type', () => {
    const body = { device_id: SPACE, type: 'shell', body: ["echo 'hi'"] }
    const command = commandOf('curl', requestOf(BASE, messagesApi.create, { params: inSpace, body }))
    expect(command).toContain("-X POST 'https://")
    expect(command).toContain("-H 'Content-Type: application/json'")
    expect(command).toContain(`["echo '\\''hi'\\''"]`)
  })
})
