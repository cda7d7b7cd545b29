import { expect, test } from 'vitest'
import { labelOf, partLabelOf, valueLabelOf } from './labels'
import { changedOf } from './values'

test.each(['__proto__', 'constructor', 'toString'])('%s is an ordinary name', (name) => {
  expect(changedOf({ before: {}, after: { [name]: 'm' } })).toEqual([
    { field: name, before: undefined, after: 'm' },
  ])
  expect(valueLabelOf('connector.pause', name)).toBeUndefined()
  expect(partLabelOf('series.update', name)).toBeUndefined()
  expect(labelOf('series.update', name)).toBeUndefined()
})
