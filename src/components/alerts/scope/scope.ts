import type { Scope } from '#contract/alerts'

/** Form values of a scope. */
export interface ScopeValues {
  kind: Scope['kind']
  tag_ids: string[]
  device_ids: string[]
  connector_ids: string[]
  view_id: string | null
}

/** Form values of a record with a scope: a rule or a mute. */
export interface ScopedValues {
  scope: ScopeValues
}

/** Form values of a new scope. */
export const NEW_SCOPE: ScopeValues = {
  kind: 'all',
  tag_ids: [],
  device_ids: [],
  connector_ids: [],
  view_id: null,
}

/** Converts a scope to form values and back. */
export const scopeCodec = {
  toForm: (scope: Scope): ScopeValues => ({ ...NEW_SCOPE, ...scope }),
  fromForm: ({ kind, tag_ids, device_ids, connector_ids, view_id }: ScopeValues) => {
    if (kind === 'tags') return { kind, tag_ids }
    if (kind === 'view') return { kind, view_id }
    if (kind === 'connectors') return { kind, connector_ids }
    return kind === 'devices' ? { kind, device_ids } : { kind }
  },
}
