import { expect, test } from 'vitest'
import { type Sim, simSchema } from '#contract/sims'
import { changesOf, differencesOf, dryRunOf } from './changes'

const sim = (values: Partial<Sim>) =>
  simSchema.parse({ imsi: '001010000000001', iccid: '8942001010000000001', ...values })

test('only differing fields are a change, and kept ones never are', () => {
  const before = sim({ state: 'Active.Live', attr1: 'pump', attr2: null })
  const differences = differencesOf(before, { state: 'Active.Sleep', attr1: 'pump', attr2: '' })
  expect(differences).toEqual([{ field: 'state', from: 'Active.Live', to: 'Active.Sleep' }])
  expect(changesOf(differences)).toEqual({ state: 'Active.Sleep' })
  expect(differencesOf(before, {})).toEqual([])
})

test('a text can be emptied', () => {
  expect(changesOf(differencesOf(sim({ attr1: 'pump' }), { attr1: '' }))).toEqual({ attr1: '' })
})

test('a SIM that is selected by both its IMSI and its ICCID is changed once', () => {
  const one = sim({ attr1: 'old' })
  const two = sim({ imsi: '001010000000002', iccid: null, attr1: 'new' })
  const selected = [
    { id: '001010000000001', sim: one },
    { id: '8942001010000000001', sim: one },
    { id: '001010000000002', sim: two },
    { id: '001010000000003', sim: undefined },
  ]
  expect(dryRunOf(selected, { attr1: 'new' })).toEqual({
    changing: [{ id: '001010000000001', differences: [{ field: 'attr1', from: 'old', to: 'new' }] }],
    same: ['001010000000002'],
    again: [{ id: '8942001010000000001', as: '001010000000001' }],
    missing: ['001010000000003'],
  })
})
