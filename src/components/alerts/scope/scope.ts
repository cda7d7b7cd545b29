import type { Scope } from '#contract/alerts'

/** What a form holds of a scope. */
export interface ScopeValues {
  kind: Scope['kind']
  tag_ids: string[]
  device_ids: string[]
  connector_ids: string[]
}

/** A form of something that is about devices or connectors: a rule, or a mute. */
export interface ScopedValues {
  scope: ScopeValues
}

/** What the form of a new one holds. */
export const NEW_SCOPE: ScopeValues = { kind: 'all', tag_ids: [], device_ids: [], connector_ids: [] }

/** A scope as the form holds it, and as it is sent. */
export const scopeCodec = {
  toForm: (scope: Scope): ScopeValues => ({ ...NEW_SCOPE, ...scope }),
  fromForm: ({ kind, tag_ids, device_ids, connector_ids }: ScopeValues) => {
    if (kind === 'tags') return { kind, tag_ids }
    if (kind === 'connectors') return { kind, connector_ids }
    return kind === 'devices' ? { kind, device_ids } : { kind }
  },
}
