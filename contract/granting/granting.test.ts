import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api, endpoints } from '../api'
import { UNDOABLE } from '../audit'
import type { Endpoint } from '../common'
import { KEY_PERMISSIONS, spaceRoleSchema, systemRoleSchema } from '../permissions'
import { isGrant } from '.'

const nodeSchema = z.record(z.string(), z.unknown())
const POWERS = new Set<unknown>([...KEY_PERMISSIONS, ...spaceRoleSchema.options, ...systemRoleSchema.options])

/** Whether a JSON schema accepts a permission or a role as a value, or has a field named for one. */
function takesPower(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(takesPower)
  const { success, data } = nodeSchema.safeParse(node)
  if (!success) return false
  const { enum: values, const: value, properties } = data
  const names = Object.keys(nodeSchema.safeParse(properties).data ?? {})
  return (
    [values, value].flat().some((one) => POWERS.has(one)) ||
    names.some((name) => /role|permission|scope|grant/i.test(name)) ||
    Object.values(data).some(takesPower)
  )
}

const grants = ({ method, body }: Endpoint) =>
  method !== 'get' &&
  body !== undefined &&
  takesPower(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))

/** Alert rules and mutes name roles to notify, and like roll-outs the devices that they apply to; they grant nothing. */
const harmless: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...Object.values(api.alertRules),
  ...Object.values(api.alertTests),
  ...Object.values(api.mutes),
  ...Object.values(api.rollouts),
])

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const granting = endpoints.filter((endpoint) => grants(endpoint) && !harmless.has(endpoint))

test('every call with permissions or a role asks for a confirmation when it grants something', () => {
  expect(granting.map(nameOf)).toEqual(
    expect.arrayContaining([
      nameOf(api.keys.create),
      nameOf(api.keys.update),
      nameOf(api.users.invite),
      nameOf(api.users.update),
      nameOf(api.adminUsers.update),
    ]),
  )
  expect(granting.filter(({ isCritical }) => !isCritical).map(nameOf)).toEqual([])
})

test('changes that can be undone grant nothing, so an undo restores no permission', () => {
  const updates = endpoints.filter(({ audit }) =>
    [audit].flat().some((one) => UNDOABLE.some((it) => it === one)),
  )
  expect(updates.filter((call) => call !== api.spaceAudit.undo).length).toBeGreaterThanOrEqual(
    UNDOABLE.length,
  )
  expect(updates.filter(grants).map(nameOf)).toEqual([])
})

describe('it is a grant', () => {
  const key = (permissions: string[], tags: string[] = []) => ({
    permissions,
    tags: tags.map((id) => ({ id })),
  })
  const critical = endpoints.filter(
    ({ isCritical, access }) => isCritical === true && access === 'bearerOrKey',
  )
  test.each(critical)('to let a key $method $path', ({ permission }) => {
    const permissions = [permission].flat().flatMap((one) => one ?? [])
    expect(isGrant(null, key(permissions))).toBe(true)
    expect(isGrant(key(KEY_PERMISSIONS.filter((one) => !permissions.includes(one))), key(permissions))).toBe(
      true,
    )
    expect(isGrant(key(permissions), key(permissions))).toBe(false)
  })

  test.each([
    [true, 'to take the tags away', ['a'], []],
    [true, 'to give it one more tag', ['a'], ['a', 'b']],
    [true, 'to give it another tag', ['a'], ['b']],
    [false, 'to take one tag away of several', ['a', 'b'], ['a']],
    [false, 'to give its first tag', [], ['a']],
  ])('%s: %s of a key that deletes', (isOne, _, before, after) => {
    expect(isGrant(key(['space:key:delete'], before), key(['space:key:delete'], after))).toBe(isOne)
    expect(isGrant(key(['space:device:read'], before), key(['space:device:read'], after))).toBe(false)
  })

  test('to make a person an admin, and no other change of role', () => {
    const [user, admin] = [{ spaceRole: 'user' }, { spaceRole: 'admin' }] as const
    expect([isGrant(null, admin), isGrant(user, admin)]).toEqual([true, true])
    expect([isGrant(null, user), isGrant(admin, admin), isGrant(admin, user)]).toEqual([false, false, false])
  })
})
