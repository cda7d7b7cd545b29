import type { Scope } from '#contract/alerts'

/** What a form holds of a scope. */
export interface ScopeValues {
  kind: Scope['kind']
  tag_ids: string[]
  device_ids: string[]
}

/** A form of something that is about devices: a rule, or a mute. */
export interface ScopedValues {
  scope: ScopeValues
}

/** What the form of a new one holds. */
export const NEW_SCOPE: ScopeValues = { kind: 'all', tag_ids: [], device_ids: [] }

/** A scope as the form holds it, and as it is sent. */
export const scopeCodec = {
  toForm: (scope: Scope): ScopeValues => ({ tag_ids: [], device_ids: [], ...scope }),
  fromForm: ({ kind, tag_ids, device_ids }: ScopeValues) => {
    if (kind === 'tags') return { kind, tag_ids }
    return kind === 'devices' ? { kind, device_ids } : { kind }
  },
}
