import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import { alertTestsApi } from '#contract/alerts'
import { connectorsApi } from '#contract/connectors'
import { deviceLogApi } from '#contract/deviceLog'
import { can, isKeyPermission, KEY_PERMISSIONS } from '#contract/permissions'
import { viewsApi } from '#contract/views'
import {
  checkedOf,
  filterTree,
  inOrder,
  type PermissionNode,
  PRESETS,
  toggle,
  treeOf,
  withPreset,
} from './tree'

const allOf = (nodes: readonly PermissionNode[]): PermissionNode[] =>
  nodes.flatMap((node) => [node, ...allOf(node.children)])

function nodeOf(id: string, permissions: readonly string[] = []): PermissionNode {
  const node = allOf(treeOf(permissions)).find((each) => each.id === id)
  if (!node) throw new Error(`no node ${id}`)
  return node
}

const granted = fc.subarray([...KEY_PERMISSIONS, 'space:future:read', 'space:future:write'])

describe('the tree', () => {
  test('has every permission of the contract once', () => {
    expect(treeOf([]).flatMap(({ leaves }) => leaves)).toEqual(KEY_PERMISSIONS)
  })

  test('has the sub-groups of a device below its own permissions', () => {
    const { children } = nodeOf('space:device')
    expect(children.map(({ id }) => id)).toEqual([
      'space:device:create',
      'space:device:read',
      'space:device:update',
      'space:device:delete',
      'space:device:config',
      'space:device:downlink',
      'space:device:firmware',
      'space:device:note',
      'space:device:shell',
    ])
  })

  test('shows unknown permissions in their own group', () => {
    expect(treeOf(['space:future:read', 'space:tag:read']).at(-1)).toMatchObject({
      id: 'others',
      leaves: ['space:future:read'],
    })
  })
})

describe('a group', () => {
  test('is mixed when only some of it is granted', () => {
    const device = nodeOf('space:device')
    expect(checkedOf(device, [])).toBe(false)
    expect(checkedOf(device, ['space:device:shell:create'])).toBe('mixed')
    expect(checkedOf(device, KEY_PERMISSIONS)).toBe(true)
  })

  test('that is mixed is granted completely, and a complete one is revoked', () => {
    const shell = nodeOf('space:device:shell')
    const whole = toggle(shell, ['space:device:shell:delete', 'space:tag:read'])
    expect(whole).toEqual(['space:device:shell:create', 'space:device:shell:delete', 'space:tag:read'])
    expect(toggle(shell, whole)).toEqual(['space:tag:read'])
  })

  test('changes nothing outside of itself, for any grants', () => {
    fc.assert(
      fc.property(granted, fc.constantFrom(...allOf(treeOf([]))), (before, node) => {
        const after = toggle(node, before)
        const outside = (permissions: readonly string[]) =>
          permissions.filter((permission) => !node.leaves.includes(permission))
        expect(outside(after).toSorted()).toEqual(outside(before).toSorted())
        expect(checkedOf(node, after)).toBe(checkedOf(node, before) !== true)
      }),
    )
  })
})

describe('a search', () => {
  const found = (text: string) => filterTree(treeOf([]), ({ id }) => id.includes(text))

  test('shows matches and their parent groups', () => {
    expect(allOf(found('shell')).map(({ id }) => id)).toEqual([
      'space:device',
      'space:device:shell',
      'space:device:shell:create',
      'space:device:shell:delete',
    ])
  })

  test('makes a group apply to its visible part', () => {
    const [device] = found('shell')
    expect(device && toggle(device, [])).toEqual(['space:device:shell:create', 'space:device:shell:delete'])
  })

  test('without matches shows nothing', () => {
    expect(found('nothing-like-it')).toEqual([])
  })
})

describe('a preset', () => {
  test('reads everything except secrets, and changes nothing', () => {
    const key = { permissions: PRESETS.readEverything }
    const calls = endpoints.flatMap(({ method, path, access, permission }) =>
      access === 'bearerOrKey' && typeof permission === 'string' && isKeyPermission(permission)
        ? { call: `${method} ${path}`, isRead: method === 'get', isAllowed: can(key, permission) }
        : [],
    )
    const exceptions = calls.filter(({ isRead, isAllowed }) => isRead !== isAllowed)
    // Only the sender of a test can read its result, and senders may change rules. A support bundle changes nothing, but is recorded. Whoever
    // reads views has personal ones, except keys.
    expect(exceptions.map(({ call }) => call).toSorted()).toEqual([
      `delete ${viewsApi.delete.path}`,
      `get ${alertTestsApi.get.path}`,
      `get ${connectorsApi.secret.path}`,
      `post ${deviceLogApi.bundle.path}`,
      `post ${viewsApi.create.path}`,
      `put ${viewsApi.update.path}`,
    ])
    expect(can(key, 'space:variable:read')).toBe(true)
  })

  test('never grants the values of variables', () => {
    for (const permissions of Object.values(PRESETS))
      expect(can({ permissions }, 'space:variable:value:read')).toBe(false)
  })

  test('replaces the granted permissions, and keeps unknown ones', () => {
    fc.assert(
      fc.property(granted, fc.constantFrom(...Object.values(PRESETS)), (before, preset) => {
        const after = withPreset(preset, before)
        expect(after.filter(isKeyPermission)).toEqual(inOrder(preset))
        expect(after.filter((permission) => !isKeyPermission(permission))).toEqual(
          before.filter((permission) => !isKeyPermission(permission)),
        )
      }),
    )
  })
})
