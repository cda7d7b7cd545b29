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

/** Permissions on the space itself and on the whole system; keys cannot hold them. */
export const ROLE_PERMISSIONS = ['space:read', 'space:update', 'space:delete', 'admin:access'] as const

/** Everything that `can` decides on. */
export type Permission = KeyPermission | (typeof ROLE_PERMISSIONS)[number]
