import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { TagRef } from '#contract/tags'
import type { MessageKey } from '../../i18n/translate'
import { msg as devicesMsg } from '../../resources/devices/texts'
import { contractResolver } from '../form/resolver'
import type { Field, Fields, InputFor } from './fields'
import { fieldsOf, formOf, type InputFields } from './form'

const schema = z.object({
  latitude: z.number().min(-90).max(90).nullable(),
  floor: z.int().max(200).nullable(),
  gain: z.number().gt(0).multipleOf(0.5),
})

const fields = {
  latitude: { label: devicesMsg('devices.fields.name'), input: { kind: 'number', unit: '°' } },
  floor: { label: devicesMsg('devices.fields.name'), input: { kind: 'number' } },
  gain: { label: devicesMsg('devices.fields.name'), input: { kind: 'number', unit: 'dB' } },
} as const satisfies InputFields

const { form } = formOf(fields, schema)

async function errorsOf(values: object, locale: string) {
  const { schema, codec, messages, units } = form
  const resolve = contractResolver({ schema, ...codec, messages, units, locale })
  const { errors } = await resolve({ latitude: null, floor: null, gain: 1, ...values }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return Object.entries(errors).map(([field, error]) => {
    const text = typeof error?.message === 'string' ? error.message : ''
    const { message, args } = JSON.parse(text.replace('@@react-admin@@', ''))
    return [field, message.replace('page.errors.', ''), ...(args.limit ? [args.limit] : [])].join(' ')
  })
}

test.each([
  [{ latitude: 90 }, []],
  [{ latitude: 100 }, ['latitude atMost 90°']],
  [{ latitude: -90.1 }, ['latitude atLeast -90°']],
  [{ latitude: 'abc' }, ['latitude notNumber']],
  [{ floor: 1.5 }, ['floor notWhole']],
  [{ floor: 'second' }, ['floor notNumber']],
  [{ floor: 1e300 }, ['floor atMost 9\u00a0007\u00a0199\u00a0254\u00a0740\u00a0991']],
  [{ floor: 201 }, ['floor atMost 200']],
  [{ gain: null }, ['gain required']],
  [{ gain: 'abc' }, ['gain notNumber']],
  [{ gain: 0 }, ['gain moreThan 0\u00a0dB']],
  [{ gain: 0.7 }, ['gain multipleOf 0,5\u00a0dB']],
])('an invalid number gets an error in its unit: %j', async (values, errors) => {
  expect(await errorsOf(values, 'cs')).toEqual(errors)
})

test('an empty number is null, and phones show digits when no minus sign is needed', () => {
  expect(form.schema.parse(form.codec.fromForm({ latitude: null, floor: 0, gain: 0.5 }))).toEqual({
    latitude: null,
    floor: 0,
    gain: 0.5,
  })
  const keyboards = { any: z.number(), share: z.number().min(0).nullable(), count: z.int().min(1).default(1) }
  const input = { label: devicesMsg('devices.fields.name'), input: { kind: 'number' } } as const
  const numbers = { any: input, share: input, count: input }
  expect(fieldsOf(numbers, z.object(keyboards)).map(({ keyboard }) => keyboard)).toEqual([
    'text',
    'decimal',
    'numeric',
  ])
})

interface Place {
  id: string
  height: number | null
}

/** Fields of a place, with this input for the height. */
interface PlaceFields<Input> {
  id: 'hidden'
  height: Omit<Field<Place>, 'input'> & { input: Input }
}

test('a text for a number does not compile', () => {
  type Wanted = Fields<Place, Pick<Place, 'height'>, string>
  expectTypeOf<PlaceFields<{ kind: 'number' }>>().toExtend<Wanted>()
  expectTypeOf<PlaceFields<{ kind: 'text' }>>().not.toExtend<Wanted>()
})

test('a sort column unknown to the server does not compile', () => {
  type Sorted<By extends string> = {
    id: 'hidden'
    height: { label: MessageKey; show: () => null; column: { sortBy: By } }
  }
  expectTypeOf<Sorted<'height'>>().toExtend<Fields<Place, object, 'height'>>()
  expectTypeOf<Sorted<'height'>>().not.toExtend<Fields<Place, object, 'id'>>()
  expectTypeOf<Sorted<'depth'>>().not.toExtend<Fields<Place>>()
})

test('a field accepts only an input that can hold its values', () => {
  expectTypeOf<InputFor<number | null>['kind']>().toEqualTypeOf<'number' | 'own'>()
  expectTypeOf<InputFor<string | null>['kind']>().toEqualTypeOf<'text' | 'name' | 'own'>()
  expectTypeOf<InputFor<'up' | 'down'>['kind']>().toEqualTypeOf<'select' | 'own'>()
  expectTypeOf<InputFor<boolean>['kind']>().toEqualTypeOf<'switch' | 'own'>()
  expectTypeOf<InputFor<TagRef[]>['kind']>().toEqualTypeOf<'tags' | 'own'>()
  expectTypeOf<InputFor<Record<string, string>>['kind']>().toEqualTypeOf<'own'>()
})
