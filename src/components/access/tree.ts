import { isKeyPermission, KEY_PERMISSIONS, type KeyPermission, PERMISSION_TREE } from '#contract/permissions'

/** A branch of the permission tree, by its path. */
export type KeyGroup = keyof typeof PERMISSION_TREE

/** Group of permissions that this console does not know. */
export const OTHERS = 'others'

/** A group, or a single permission as a leaf. */
export interface PermissionNode {
  /** Path in the contract's tree. */
  id: string
  children: readonly PermissionNode[]
  /** The permissions in it. */
  leaves: readonly string[]
}

const leaf = (id: string): PermissionNode => ({ id, children: [], leaves: [id] })

const branch = (id: string, children: readonly PermissionNode[]): PermissionNode => ({
  id,
  children,
  leaves: children.flatMap(({ leaves }) => leaves),
})

/** Whether a path is that of a group. */
export const isGroup = (path: string): path is KeyGroup => Object.hasOwn(PERMISSION_TREE, path)
const GROUPS = Object.keys(PERMISSION_TREE).filter(isGroup)

/** The path above a path. */
const above = (path: string) => path.slice(0, path.lastIndexOf(':'))

function nodeOf(group: KeyGroup): PermissionNode {
  const own = KEY_PERMISSIONS.filter((permission) => above(permission) === group).map(leaf)
  return branch(group, [...own, ...GROUPS.filter((other) => above(other) === group).map(nodeOf)])
}

/** The contract's tree: groups with their permissions, then their sub-groups. */
const KNOWN = GROUPS.filter((group) => !isGroup(above(group))).map(nodeOf)

/** Group and verb of a known permission. */
export function partsOf(permission: KeyPermission): { group: KeyGroup; verb: string } {
  const group = above(permission)
  if (!isGroup(group)) throw new Error(`${permission} is in no group`)
  return { group, verb: permission.slice(group.length + 1) }
}

/** Whether a group is about messages to devices: there, `create` sends and `delete` cancels. */
export const isSent = (group: KeyGroup) => above(group) === 'space:device'

/** The tree, with a last group for unknown permissions. */
export function treeOf(permissions: readonly string[]): readonly PermissionNode[] {
  const others = permissions.filter((permission) => !isKeyPermission(permission))
  return others.length === 0 ? KNOWN : [...KNOWN, branch(OTHERS, others.map(leaf))]
}

/** The matching part of a tree: each match with everything below it, and the groups above it. */
export const filterTree = (
  nodes: readonly PermissionNode[],
  matches: (node: PermissionNode) => boolean,
): PermissionNode[] =>
  nodes.flatMap((node) => {
    if (matches(node)) return node
    const children = filterTree(node.children, matches)
    return children.length > 0 ? branch(node.id, children) : []
  })

/** `mixed`: only some permissions of a group are granted. */
type Checked = boolean | 'mixed'

/** Whether the permissions of a node are granted. */
export function checkedOf({ leaves }: PermissionNode, granted: readonly string[]): Checked {
  const count = leaves.filter((permission) => granted.includes(permission)).length
  return count === 0 ? false : count === leaves.length || 'mixed'
}

/** Permissions in the order of the tree, each once; unknown ones come last. */
export const inOrder = (permissions: readonly string[]): string[] => [
  ...KEY_PERMISSIONS.filter((permission) => permissions.includes(permission)),
  ...new Set(permissions.filter((permission) => !isKeyPermission(permission))),
]

/** Grants all permissions of a node, or removes them if all are granted. */
export const toggle = (node: PermissionNode, granted: readonly string[]): string[] =>
  checkedOf(node, granted) === true
    ? granted.filter((permission) => !node.leaves.includes(permission))
    : inOrder([...granted, ...node.leaves])

/** Common sets of permissions. */
export const PRESETS = {
  // Values of variables may be secrets, so people must grant them explicitly.
  readEverything: KEY_PERMISSIONS.filter(
    (permission) => permission.endsWith(':read') && permission !== 'space:variable:value:read',
  ),
  readMessages: ['space:message:read'],
  sendDownlinks: [
    'space:device:read',
    'space:device:config:create',
    'space:device:downlink:create',
    'space:device:shell:create',
    'space:message:read',
  ],
  manageDevices: [
    'space:device:create',
    'space:device:read',
    'space:device:update',
    'space:device:delete',
    'space:tag:read',
  ],
} as const satisfies Record<string, readonly KeyPermission[]>

/** Replaces the granted permissions by a preset; unknown ones stay. */
export const withPreset = (preset: readonly KeyPermission[], granted: readonly string[]): string[] =>
  inOrder([...preset, ...granted.filter((permission) => !isKeyPermission(permission))])
