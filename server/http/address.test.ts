import { expect, test } from 'vitest'
import { networkOf } from './address'

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:4711', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['[::ffff:198.51.100.7]:80', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002'],
  ['[2001:db8:1:2::7]:4711', '2001:0db8:0001:0002'],
  ['[2001:db8:1:2::7]', '2001:0db8:0001:0002'],
  ['::1', '0000:0000:0000:0000'],
  ['unknown', 'unknown'],
  ['x'.repeat(9000), 'x'.repeat(64)],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
