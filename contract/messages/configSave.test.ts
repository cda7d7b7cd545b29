import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsConfigSave } from './configSave'

test.each([
  'config save',
  '  Config \t SAVE  ',
  'app config interval-report 900\nconfig save\n',
  '["app config interval-report 900", "config save"]',
])('%j is refused', (text) => {
  expect(containsConfigSave(text)).toBe(true)
})

test.each(['', 'config show', 'app config save-interval 5', 'my-config save', 'config saved', 'configsave'])(
  '%j may be sent',
  (text) => {
    expect(containsConfigSave(text)).toBe(false)
  },
)

test('the command is found anywhere in a JSON value, and nowhere else', () => {
  const harmless = fc.jsonValue().filter((value) => !/config\s+save/i.test(JSON.stringify(value)))
  const around = fc.array(
    fc.oneof(
      harmless.map((value) => [value]),
      fc.constant('key'),
    ),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(harmless, around, (value, layers) => {
      const wrap = (inner: unknown) =>
        layers.reduce<unknown>(
          (body, layer) => (layer === 'key' ? { nested: body } : [...layer, body]),
          inner,
        )
      expect(containsConfigSave(wrap(value))).toBe(false)
      expect(containsConfigSave(wrap('config save'))).toBe(true)
    }),
  )
})

test('the command is found at any depth', () => {
  let body: unknown = 'config save'
  for (let depth = 0; depth < 100_000; depth += 1) body = [body]
  expect(containsConfigSave(body)).toBe(true)
})
