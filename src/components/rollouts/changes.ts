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
