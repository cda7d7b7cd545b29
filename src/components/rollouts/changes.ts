import type { Permission } from '#contract/permissions'
import { PERMISSION_OF } from '#contract/rollouts'

/** Changes of many devices with a dialog of their own. */
export const CHANGE_KINDS = [
  'config',
  'shell',
  'firmware',
  'addTags',
  'removeTags',
  'labels',
  'mute',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The permission that a change needs, beside that to create roll-outs. */
export function permissionOf(kind: ChangeKind): Permission {
  switch (kind) {
    case 'addTags':
    case 'removeTags':
    case 'labels':
      return PERMISSION_OF.records
    case 'config':
    case 'shell':
    case 'firmware':
    case 'mute':
      return PERMISSION_OF[kind]
  }
}
