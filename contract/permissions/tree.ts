import { z } from 'zod'
import type { SpaceRole } from './roles'

/** Holders of a permission: everyone in the space, its admins, or the admins of the whole system. */
type Holder = SpaceRole | 'system'

/** The four permissions of a resource: create, read, update and delete. */
const crud = <const Reader extends SpaceRole>(reader: Reader) =>
  ({ create: 'admin', read: reader, update: 'admin', delete: 'admin' }) as const

/** The permission tree of a space: permissions that keys can have, and who has them in the space. Rules, "Roles and permissions". */
export const PERMISSION_TREE = {
  'space:device': crud('user'),
  'space:device:config': { create: 'admin', delete: 'admin' },
  'space:device:downlink': { create: 'admin', delete: 'admin' },
  'space:device:firmware': { create: 'admin', delete: 'admin' },
  'space:device:note': { create: 'admin', delete: 'admin' },
  'space:device:shell': { create: 'admin', delete: 'admin' },
  'space:message': { read: 'user' },
  'space:message:series': { read: 'user' },
  'space:overview': { read: 'user', update: 'admin' },
  'space:alertRule': crud('user'),
  'space:alert': { read: 'user', acknowledge: 'admin' },
  'space:mute': crud('user'),
  'space:shift': crud('user'),
  'space:rollout': crud('user'),
  'space:configTemplate': crud('user'),
  'space:view': crud('user'),
  'space:tag': crud('user'),
  'space:connector': crud('user'),
  'space:user': crud('user'),
  // Only admins see keys, because the id of a key is its token.
  'space:key': crud('admin'),
  'space:variable': crud('user'),
  // Values may be secrets: without this permission variables are returned without them.
  'space:variable:value': { read: 'user' },
} as const satisfies Record<string, Record<string, Holder>>

/** Permissions that keys cannot have: on the space itself, the audit log, the trash, guest links, the system. */
const PEOPLE_ONLY = {
  space: { read: 'user', update: 'admin', delete: 'admin' },
  'space:audit': { read: 'admin', undo: 'admin' },
  'space:trash': { read: 'user', restore: 'admin', empty: 'admin' },
  // What guests see leaves the space.
  'space:guestLink': { create: 'admin', read: 'admin', delete: 'admin' },
  admin: { access: 'system' },
} as const satisfies Record<string, Record<string, Holder>>

const TREE = { ...PERMISSION_TREE, ...PEOPLE_ONLY }
type Tree = typeof TREE

type Leaf<Group extends keyof Tree> = { [One in Group]: `${One}:${keyof Tree[One] & string}` }[Group]

/** A leaf of the tree, joined by colons: `space:device:create`. */
export type KeyPermission = Leaf<keyof typeof PERMISSION_TREE>

/** Every permission that `can` decides on. */
export type Permission = Leaf<keyof Tree>

type CrudGroup = {
  [Group in keyof Tree]: Tree[Group] extends ReturnType<typeof crud> ? Group : never
}[keyof Tree]

/** People have the four verbs, but are no resource of spaces: they are invited. */
const INVITED = 'user'

/** Name of a resource of spaces. */
export type CrudName = Exclude<CrudGroup extends `space:${infer Name}` ? Name : never, typeof INVITED>

const leavesOf = (tree: Record<string, Record<string, Holder>>): [string, Holder][] =>
  Object.entries(tree).flatMap(([group, verbs]) =>
    Object.entries(verbs).map(([verb, holder]): [string, Holder] => [`${group}:${verb}`, holder]),
  )

const HOLDERS: ReadonlyMap<string, Holder> = new Map(leavesOf(TREE))

export const holderOf = (permission: Permission): Holder => HOLDERS.get(permission) ?? 'system'

const isPermission = (text: string): text is Permission => HOLDERS.has(text)

/** Every permission that there is. */
export const PERMISSIONS: readonly Permission[] = [...HOLDERS.keys()].filter(isPermission)

const isCrudName = (name: string): name is CrudName =>
  name !== INVITED && HOLDERS.has(`space:${name}:create`) && HOLDERS.has(`space:${name}:update`)

export const CRUD_NAMES: readonly CrudName[] = Object.keys(TREE)
  .map((group) => group.replace('space:', ''))
  .filter(isCrudName)

const leaves = leavesOf(PERMISSION_TREE).map(([leaf]) => leaf)

/** Whether a text is a leaf of the tree. */
export const isKeyPermission = (text: string): text is KeyPermission => leaves.includes(text)

/** The leaves of the tree, in its order. */
export const KEY_PERMISSIONS: readonly KeyPermission[] = leaves.filter(isKeyPermission)

/** Permissions of a key, or of a person in place of a role. */
export const permissionListSchema = z.array(z.enum(KEY_PERMISSIONS)).max(KEY_PERMISSIONS.length)
