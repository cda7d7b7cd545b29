import type { z } from 'zod'
import { devicesApi } from '#contract/devices'
import { memberStateSchema, type RolloutScope } from '#contract/rollouts'

export type ScopeFilters = Partial<z.output<typeof devicesApi.count.query>>

/** Values of a roll-out's scope in the form. They cover all kinds, so that a change of kind loses none. */
export interface ScopeValues {
  kind: RolloutScope['kind']
  device_ids: string[]
  tag_ids: string[]
  filters: ScopeFilters
  except_ids: string[]
  rollout_id: string | null
  view_id: string | null
  states: string[]
}

/** Form values of a new scope. */
export const NEW_SCOPE: ScopeValues = {
  kind: 'devices',
  device_ids: [],
  tag_ids: [],
  filters: {},
  except_ids: [],
  rollout_id: null,
  view_id: null,
  states: [],
}

/** Converts a scope between the form and the server. */
export const scopeCodec = {
  toForm: (scope: RolloutScope): ScopeValues => ({ ...NEW_SCOPE, ...scope }),
  fromForm: ({ kind, ...values }: ScopeValues) => {
    switch (kind) {
      case 'devices':
        return { kind, device_ids: values.device_ids }
      case 'tags':
        return { kind, tag_ids: values.tag_ids }
      case 'filter':
        return { kind, filters: values.filters, except_ids: values.except_ids }
      case 'view':
        return { kind, view_id: values.view_id }
      case 'rollout':
        return { kind, rollout_id: values.rollout_id, states: values.states }
    }
  },
}

/** The filters of a list of devices as those of a scope. */
export const filtersOf = (query: Record<string, unknown>): ScopeFilters =>
  devicesApi.count.query.safeParse(query).data ?? {}

/** States of a roll-out's devices by which another roll-out can choose them. */
export const CHOSEN_STATES = memberStateSchema.options
