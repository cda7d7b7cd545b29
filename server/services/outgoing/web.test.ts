import { expect, test } from 'vitest'
import { isPrivateName, isPublic } from './web'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::808:808',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
])('%s is not on the public internet', (address) => {
  expect(isPublic(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true)
  },
)

test.each([
  ['localhost', true],
  ['api.localhost.', true],
  ['nodered', true],
  ['broker.lan', true],
  ['printer.LOCAL', true],
  ['host.docker.internal', true],
  ['router.home.arpa', true],
  ['example.com', false],
  ['local.example.com', false],
  ['mylocal.example', false],
])('%s is a name of a private network: %s', (name, isPrivate) => {
  expect(isPrivateName(name)).toBe(isPrivate)
})
