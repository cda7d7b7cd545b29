import { expect, test } from 'vitest'
import { brokerAddressOf } from './address'

test.each([
  ['mqtt://broker.example.com', { host: 'broker.example.com', port: 1883, isSecure: false }],
  ['mqtts://Broker.example.com/', { host: 'broker.example.com', port: 8883, isSecure: true }],
  ['MQTTS://broker.example.com:443', { host: 'broker.example.com', port: 443, isSecure: true }],
  ['mqtt://[::1]:80', { host: '::1', port: 80, isSecure: false }],
  ['mqtt://0x7f.1', { host: '127.0.0.1', port: 1883, isSecure: false }],
])('%s is parsed as the address of a broker', (url, address) => {
  expect(brokerAddressOf(url)).toEqual(address)
})
