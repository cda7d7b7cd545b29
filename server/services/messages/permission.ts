import { downlinkPermission, type MessageType } from '#contract/messages'
import { can } from '#contract/permissions'
import { ApiError } from '../../errors'
import type { Caller } from '../caller'

/** Downlinks have a permission for each type, which the endpoint cannot know. @throws ApiError 403 */
export function checkPermission(caller: Caller, type: MessageType, verb: 'create' | 'delete'): void {
  const permission = downlinkPermission(type, verb)
  if (!can(caller, permission)) throw new ApiError(403, `forbidden: this needs the permission ${permission}`)
}
