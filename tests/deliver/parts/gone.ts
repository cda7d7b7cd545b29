import { GRACE, type Part, type Stage } from '../stage'

/** When it answers 410, and when somebody resumes it. */
const GONE = 0.3
const RESUMED = 0.55

/** A receiver that is gone stops its connector: nothing more is sent until somebody resumes it, and all of it then. */
export async function aReceiverGone(stage: Stage): Promise<Part> {
  let isGone = false
  let stopped = Number.POSITIVE_INFINITY
  let resumed = Number.POSITIVE_INFINITY
  const { name, connector, devices, log, operation, resume } = await stage.connect(
    'gone',
    () => (isGone ? 'is gone' : 'answers'),
    { retry_delays: [1] },
  )
  const back = async () => {
    isGone = false
    resumed = Date.now()
    await resume()
  }
  return {
    name,
    connector,
    devices,
    log,
    at: async (share) => {
      if (resumed < Number.POSITIVE_INFINITY) return
      if (share >= GONE) isGone = true
      if (isGone && stopped === Number.POSITIVE_INFINITY && (await operation()).state === 'stopped')
        stopped = Date.now()
      if (share >= RESUMED && stopped < Number.POSITIVE_INFINITY) await back()
    },
    end: async () => {
      if (resumed === Number.POSITIVE_INFINITY) await back()
    },
    judge: () => {
      const during = log.filter(({ at }) => at > stopped + GRACE && at < resumed)
      return [
        ...(stopped === Number.POSITIVE_INFINITY ? ['410 did not stop it'] : []),
        ...(during.length > 0 ? [`${during.length} requests were sent while it was stopped`] : []),
      ]
    },
  }
}
