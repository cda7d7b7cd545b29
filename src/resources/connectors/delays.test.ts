import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connectorInputSchema, connectorSchema, RETRY_DELAY_MAX, TRIGGERS } from '#contract/connectors'
import { type ConnectorValues, connectorCodec, createSchema, editSchema, newConnectorCodec } from './codec'

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
  .map((row) => connectorSchema.parse(row))

const values = (...delays: (string | null)[]): ConnectorValues => ({
  name: 'to-warehouse',
  type: 'webhook',
  direction: 'up',
  triggers: ['data'],
  tags: [],
  transformation: 'function main(job) { return null }',
  retry_delays: delays.map((value) => ({ value })),
})

const send = (form: ConnectorValues) => editSchema.safeParse(connectorCodec.fromForm(form))
const delaysOf = (...delays: (string | null)[]) => send(values(...delays)).data?.retry_delays
const fieldsOf = (form: ConnectorValues) =>
  send(form).error?.issues.map(({ path }) => connectorCodec.formPath?.(path, form))

describe('the form of a connector', () => {
  it('sends back what the connector was when nothing was changed, of its tags the ids', () => {
    fc.assert(
      fc.property(connector, (row) => {
        const { id: _id, created_at: _created, enabled: _enabled, retry_delay: _delay, tags, ...input } = row
        expect(editSchema.parse(connectorCodec.fromForm(connectorCodec.toForm(row)))).toEqual({
          ...input,
          tags: tags.map(({ id }) => ({ id })),
        })
      }),
    )
  })

  it('shows the one delay of a server that knows no other', () => {
    const row = connectorSchema.parse({
      ...values(),
      id,
      created_at: '2026-01-02T03:04:05Z',
      retry_delay: 90,
    })
    const old = { ...row, retry_delays: null }
    expect(connectorCodec.toForm(old).retry_delays).toEqual([{ value: '1m 30s' }])
  })

  it('reads delays with their suffixes', () => {
    expect(delaysOf('1d', '2h', ' 3 m', '4s', '5', '1h 30m')).toEqual([86_400, 7200, 180, 4, 5, 5400])
  })

  it('drops rows of zero, below zero and without text', () => {
    expect(delaysOf('0', '10s', null, '-5m', '  ', '0h')).toEqual([10])
  })

  it('finds the row of a delay that is none, or longer than 30 days', () => {
    expect(fieldsOf(values('10s', null, 'soon'))).toEqual(['retry_delays.2.value'])
    expect(fieldsOf(values('10s', '30d', '31d'))).toEqual(['retry_delays.2.value'])
  })

  it('keeps every other error at its field', () => {
    expect(fieldsOf({ ...values(), name: null, transformation: 'x'.repeat(65_537) })).toEqual(
      expect.arrayContaining(['name', 'transformation']),
    )
  })
})

describe('the form of a new connector', () => {
  it('sends the tags with name and colour, and leaves delays and state to the server', () => {
    const { retry_delays: _delays, ...typed } = values()
    const tags = [{ id, name: 'cold', color: '#1E88E5' }]
    const sent = createSchema.parse(newConnectorCodec.fromForm({ ...typed, name: ' to-warehouse ', tags }))
    expect(sent).toEqual({ ...typed, tags })
    expect(connectorInputSchema.safeParse(sent).success).toBe(true)
  })
})
