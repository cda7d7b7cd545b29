import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NAME_PATTERN } from '#contract/common'
import { type Space, spaceInputSchema, spaceSchema } from '#contract/spaces'
import { spaceCodec } from './codec'

const spaceNamed = (name: string): Space =>
  spaceSchema.parse({
    id: '0190a000-0000-7000-8000-000000000001',
    name,
    created_at: '2024-05-31T08:00:00.000Z',
  })

test('a form that was not changed sends the name that the space has', () => {
  fc.assert(
    fc.property(fc.stringMatching(NAME_PATTERN), (name) => {
      const sent = spaceCodec.fromForm(spaceCodec.toForm(spaceNamed(name)))
      expect(spaceInputSchema.parse(sent)).toEqual({ name })
    }),
  )
})

test('a cleared name is a missing name', () => {
  expect(spaceInputSchema.safeParse(spaceCodec.fromForm({ name: null })).success).toBe(false)
})
