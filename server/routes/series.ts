import { historyApi, latestApi, seriesApi, seriesSettingsApi } from '#contract/series'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { exportPoints } from '../services/series/export'
import { listSpaceSeries, readLatest } from '../services/series/latest'
import { listSeries } from '../services/series/listSeries'
import { listMarks } from '../services/series/marks'
import { findMessage } from '../services/series/messageOf'
import { readPoints } from '../services/series/points'
import { changeSettings, readSettings } from '../services/series/settings'

/** The services behind the calls of series. */
export function seriesRoutes(implement: Implement, deps: Deps) {
  const { db } = deps

  implement(seriesApi.list, ({ params, caller }) => listSeries(db, caller, params))
  implement(latestApi.paths, ({ params, caller }) => listSpaceSeries(db, caller, params.spaceId))
  implement(latestApi.latest, ({ params, query, caller }) => readLatest(deps, caller, params.spaceId, query))
  implement(seriesApi.points, ({ params, query, caller }) => readPoints(db, caller, params.spaceId, query))
  implement(historyApi.export, ({ params, query, caller }) => exportPoints(db, caller, params.spaceId, query))
  implement(historyApi.marks, ({ params, query, caller }) => listMarks(deps, caller, params, query))
  implement(historyApi.message, ({ params, query, caller }) => findMessage(db, caller, params, query))
  implement(seriesSettingsApi.read, ({ params, caller }) => readSettings(db, caller, params.spaceId))
  implement(seriesSettingsApi.change, ({ params, body, caller, ifMatch }) =>
    changeSettings(deps, caller, params, body, { ifMatch }),
  )
}
