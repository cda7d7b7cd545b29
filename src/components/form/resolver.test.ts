import type { FieldValues } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { nameSchema } from '#contract/common'
import { contractResolver, type FieldMessages } from './resolver'

const schema = z.object({ name: nameSchema, comment: z.string().max(5).nullable() })

const fromForm = ({ name, comment = null }: FieldValues) => ({ name, comment })

async function errorsOf(values: FieldValues, messages?: FieldMessages) {
  const resolve = contractResolver({ schema, fromForm, messages })
  const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  return Object.fromEntries(
    Object.entries(errors).map(([field, error]) => {
      const text = typeof error?.message === 'string' ? error.message : ''
      return [field, JSON.parse(text.replace('@@react-admin@@', ''))]
    }),
  )
}

describe('a form over a contract schema', () => {
  test('has no errors when its values are valid', async () => {
    expect(await errorsOf({ name: 'pump-1' })).toEqual({})
  })

  test('has the first error of each field', async () => {
    expect(await errorsOf({ name: '', comment: 'too long' })).toEqual({
      name: { message: 'page.errors.required', args: {} },
      comment: { message: 'page.errors.tooLong', args: { smart_count: 5, limit: '5' } },
    })
  })

  test('has errors of the whole beside those of a field', async () => {
    const both = schema.superRefine(({ comment }, context) => {
      if (comment === 'odd') context.addIssue({ code: 'custom', path: ['comment'], params: { text: 'odd' } })
    })
    const resolve = contractResolver({ schema: both, fromForm })
    const values = { name: undefined, comment: 'odd' }
    const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false })
    expect(Object.keys(errors)).toEqual(['name', 'comment'])
  })

  test('skips a check of the whole that invalid fields prevent', async () => {
    const both = schema.superRefine(({ name }, context) => {
      if (name.includes('!')) context.addIssue({ code: 'custom', path: ['name'] })
    })
    const resolve = contractResolver({ schema: both, fromForm })
    const options = { fields: {}, shouldUseNativeValidation: false }
    const { errors } = await resolve({ name: undefined }, undefined, options)
    expect(Object.keys(errors)).toEqual(['name'])
  })

  test('treats a missing value as required', async () => {
    expect(await errorsOf({ name: undefined })).toMatchObject({ name: { message: 'page.errors.required' } })
  })

  test('uses its own texts: one for each kind of error, or one for all', async () => {
    const byKind = { name: { pattern: 'page.errors.name' } } as const
    expect(await errorsOf({ name: 'Pump' }, byKind)).toMatchObject({ name: { message: 'page.errors.name' } })
    expect(await errorsOf({ name: '' }, byKind)).toMatchObject({ name: { message: 'page.errors.required' } })
    expect(await errorsOf({ name: '' }, { name: 'page.naming.required' })).toMatchObject({
      name: { message: 'page.naming.required' },
    })
  })

  test('does not check an unchanged field until the form is sent', async () => {
    const initial: FieldValues = { name: null, comment: null }
    const resolve = contractResolver({ schema, fromForm, initial })
    const options = { fields: {}, shouldUseNativeValidation: false }
    const wrongWhen = async (attempted: boolean) =>
      Object.keys(
        (await resolve({ name: null, comment: 'too long' }, { current: attempted }, options)).errors,
      )
    expect(await wrongWhen(false)).toEqual(['comment'])
    expect(await wrongWhen(true)).toEqual(['name', 'comment'])
  })

  test('has the text of its own rule, with arguments', async () => {
    const params = { text: 'own.rule', line: 3 }
    const resolve = contractResolver({
      schema: z.object({ name: z.string() }).superRefine((_value, context) => {
        context.addIssue({ code: 'custom', path: ['name'], params })
      }),
      fromForm,
    })
    const { errors } = await resolve({ name: 'pump' }, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    })
    expect(errors).toMatchObject({
      name: { message: `@@react-admin@@${JSON.stringify({ message: 'own.rule', args: { line: 3 } })}` },
    })
  })
})
