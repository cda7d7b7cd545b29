import { PARALLEL } from '#contract/connectors'
import { GRACE, type Part, type Stage } from '../stage'

/** When it is paused, and resumed, as shares of the kills. */
const PAUSED = [0.2, 0.6]
const RESUMED = [0.4, 0.8]

/** A connector that is paused twice: nothing is sent meanwhile but what was being sent, and all of it later. */
export async function aPause(stage: Stage): Promise<Part> {
  const { name, connector, devices, log, pause, resume } = await stage.connect('paused', () => 'answers')
  const pauses: { from: number; to: number }[] = []
  return {
    name,
    connector,
    devices,
    log,
    at: async (share) => {
      const isPaused = pauses.at(-1)?.to === Number.POSITIVE_INFINITY
      if (!isPaused && pauses.length < PAUSED.filter((from) => from <= share).length) {
        await pause()
        pauses.push({ from: Date.now(), to: Number.POSITIVE_INFINITY })
      }
      const last = pauses.at(-1)
      if (isPaused && last && pauses.length <= RESUMED.filter((to) => to <= share).length) {
        last.to = Date.now()
        await resume()
      }
    },
    judge: () => {
      const wrong: string[] = []
      for (const { from, to } of pauses) {
        const during = log.filter(({ at }) => at > from && at < to)
        const late = during.filter(({ at }) => at > from + GRACE)
        if (to === Number.POSITIVE_INFINITY) wrong.push('it was never resumed')
        if (late.length > 0) wrong.push(`${late.length} requests were sent while it was paused`)
        if (during.length > PARALLEL)
          wrong.push(`${during.length} requests were being sent when it was paused`)
      }
      return wrong
    },
  }
}
