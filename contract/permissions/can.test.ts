import { describe, expect, test } from 'vitest'
import { can } from './can'

describe('a person', () => {
  test.each([
    ['a user of the space reads it', 'user', 'space:device:read', true],
    ['a user of the space does not change it', 'user', 'space:device:update', false],
    ['an admin of the space reads it', 'admin', 'space:device:read', true],
    ['an admin of the space changes it', 'admin', 'space:device:update', true],
    ['an admin of the space does not administer the system', 'admin', 'admin:access', false],
    ['a person outside the space sees nothing of it', null, 'space:device:read', false],
  ] as const)('%s', (_, spaceRole, permission, may) => {
    expect(can({ systemRole: 'user', spaceRole }, permission)).toBe(may)
  })

  test.each(['space:device:update', 'admin:access'] as const)(
    'who administers the system may do %s everywhere',
    (permission) => {
      expect(can({ systemRole: 'admin' }, permission)).toBe(true)
    },
  )
})

describe('a key', () => {
  const key = { permissions: ['space:device:read'] }

  test('may do what it was granted, and sees its space', () => {
    expect(can(key, 'space:device:read')).toBe(true)
    expect(can(key, 'space:read')).toBe(true)
  })

  test.each(['space:device:update', 'space:tag:read', 'admin:access'] as const)(
    'may not do %s',
    (permission) => {
      expect(can(key, permission)).toBe(false)
    },
  )
})
