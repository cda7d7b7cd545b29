import { noticeSettingsApi, noticesApi } from '#contract/notices'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import {
  countNotices,
  listNotices,
  readNoticeSettings,
  readNotices,
  updateNoticeSettings,
} from '../services/notices'

/** The services behind the calls of notices, and of people's settings for them. */
export function noticeRoutes(implement: Implement, deps: Deps) {
  const { db } = deps
  implement(noticesApi.list, ({ query, caller }) => listNotices(db, caller, query))
  implement(noticesApi.count, ({ query, caller }) => countNotices(db, caller, query.at_most))
  implement(noticesApi.read, ({ body, caller }) => readNotices(deps, caller, body.ids))
  implement(noticeSettingsApi.get, ({ caller }) => readNoticeSettings(db, caller.userId))
  implement(noticeSettingsApi.update, ({ caller, body, ifMatch }) =>
    updateNoticeSettings(deps, caller, body, ifMatch),
  )
}
