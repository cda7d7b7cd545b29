import { noticeSettingsApi } from '#contract/notices'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { readNoticeSettings, updateNoticeSettings } from '../services/notices'

/** The services behind the calls of how people are told of alerts. */
export function noticeRoutes(implement: Implement, deps: Deps) {
  implement(noticeSettingsApi.get, ({ caller }) => readNoticeSettings(deps.db, caller.userId))
  implement(noticeSettingsApi.update, ({ caller, body, ifMatch }) =>
    updateNoticeSettings(deps, caller, body, ifMatch),
  )
}
