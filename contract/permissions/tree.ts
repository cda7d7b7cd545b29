const crud = ['create', 'read', 'update', 'delete'] as const
const createDelete = ['create', 'delete'] as const

/** The permission tree of a space: what keys are granted and what space roles imply. Spec 2, section 3. */
export const PERMISSION_TREE = {
  'space:device': crud,
  'space:device:config': createDelete,
  'space:device:downlink': createDelete,
  'space:device:firmware': createDelete,
  'space:device:shell': createDelete,
  'space:message': ['read'],
  'space:tag': crud,
  'space:connector': crud,
  'space:user': crud,
  'space:key': crud,
} as const

type Tree = typeof PERMISSION_TREE
/** A leaf of the tree, colon-joined: `space:device:create`. */
export type KeyPermission = { [Group in keyof Tree]: `${Group}:${Tree[Group][number]}` }[keyof Tree]

const leaves = Object.entries(PERMISSION_TREE).flatMap(([group, verbs]) =>
  verbs.map((verb) => `${group}:${verb}`),
)

/** Whether a text is a leaf of the tree. */
export const isKeyPermission = (text: string): text is KeyPermission => leaves.includes(text)

/** The leaves of the tree, in its order. */
export const KEY_PERMISSIONS: readonly KeyPermission[] = leaves.filter(isKeyPermission)

/**
 * Permissions on the space itself, on its variables, which may be secrets, on who changed what in it, and on the whole
 * system; keys cannot hold them.
 */
export const ROLE_PERMISSIONS = [
  'space:read',
  'space:update',
  'space:delete',
  'space:variable:create',
  'space:variable:read',
  'space:variable:update',
  'space:variable:delete',
  'space:audit:read',
  'space:audit:undo',
  'admin:access',
] as const

/** Everything that `can` decides on. */
export type Permission = KeyPermission | (typeof ROLE_PERMISSIONS)[number]
