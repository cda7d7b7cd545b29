import { profileApi } from '#contract/profile'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { readProfile, updateProfile } from '../services/users'

export function profileRoutes(implement: Implement, { db }: Deps) {
  implement(profileApi.get, ({ caller }) => readProfile(db, caller.userId))
  implement(profileApi.update, ({ caller, body }) => updateProfile(db, caller.userId, body))
}
