import fc from 'fast-check'
import { expect, it } from 'vitest'
import { connectorEntity, RETRY_DELAY_MAX, TRIGGERS } from '#contract/connectors'
import { formOf } from '../../components/resource/form'
import { connectorFields } from './fields'

/** A change sends the type unchanged, `enabled` has its own switch, and a password is never read. */
const editSchema = connectorEntity.input.omit({ type: true, enabled: true, broker_password: true })
const { form } = formOf(connectorFields, editSchema)
const id = '01890a5d-ac96-774b-bcce-000000000001'
const name = fc.stringMatching(/^[a-z][a-z0-9-]{1,20}[a-z0-9]$/)
const tag = fc.record({ id: fc.uuid(), name, color: fc.stringMatching(/^#[0-9A-F]{6}$/) })

const connector = fc
  .record({
    id: fc.constant(id),
    name,
    created_at: fc.constant('2026-01-02T03:04:05.678Z'),
    type: fc.constantFrom('webhook', 'pull', 'data'),
    direction: fc.constantFrom('up', 'down'),
    triggers: fc.subarray([...TRIGGERS]),
    tags: fc.array(tag, { maxLength: 5 }),
    transformation: fc.string({ unit: 'grapheme', maxLength: 200 }),
    retry_delays: fc.array(fc.integer({ min: 1, max: RETRY_DELAY_MAX }), { maxLength: 9 }),
  })
  .map((row) => connectorEntity.schema.parse(row))

const values = (...delays: (string | null)[]) => ({
  name: 'to-warehouse',
  direction: 'up',
  triggers: ['data'],
  tags: [],
  transformation: 'function main(job) { return null }',
  retry_delays: delays.map((value) => ({ value })),
})

const send = (typed: ReturnType<typeof values>) => form.schema.safeParse(form.codec.fromForm(typed))
const delaysOf = (...delays: (string | null)[]) => send(values(...delays)).data?.retry_delays
const pathsOf = (typed: ReturnType<typeof values>) =>
  send(typed).error?.issues.map(({ path }) => form.codec.formPath(path, typed))

it('sends the unchanged connector when nothing was changed', () => {
  fc.assert(
    fc.property(connector, (row) => {
      const sent = form.schema.parse(form.codec.fromForm(form.codec.toForm(row)))
      expect(row).toMatchObject(sent)
      expect(Object.keys(sent).toSorted()).toEqual(Object.keys(editSchema.shape).toSorted())
    }),
  )
})

it('shows the single delay of an older server', () => {
  const row = connectorEntity.schema.parse({
    ...values(),
    id,
    type: 'webhook',
    created_at: '2026-01-02T03:04:05Z',
  })
  expect(form.codec.toForm({ ...row, retry_delays: null, retry_delay: 90 }).retry_delays).toEqual([
    { value: '1m 30s' },
  ])
})

it('reads delays with their suffixes', () => {
  expect(delaysOf('1d', '2h', ' 3 m', '4s', '5', '1h 30m')).toEqual([86_400, 7200, 180, 4, 5, 5400])
})

it('drops rows that are zero, negative or empty', () => {
  expect(delaysOf('0', '10s', null, '-5m', '  ', '0h')).toEqual([10])
})

it('finds the row of a delay that is invalid or longer than 30 days', () => {
  expect(pathsOf(values('10s', null, 'soon'))).toEqual(['retry_delays.2.value'])
  expect(pathsOf(values('10s', '30d', '31d'))).toEqual(['retry_delays.2.value'])
})

it('treats the password of a broker as a secret even when the form lacks it, so that no draft has it', () => {
  expect(form.secrets).toEqual(['broker_password'])
})

it('keeps every other error at its field', () => {
  expect(pathsOf({ ...values(), name: '', transformation: 'x'.repeat(65_537) })).toEqual(
    expect.arrayContaining(['name', 'transformation']),
  )
})
