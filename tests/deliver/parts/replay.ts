import { setTimeout as wait } from 'node:timers/promises'
import { RATE_MAX } from '#contract/connectors'
import { type Replay, replaysApi } from '#contract/replays'
import { isSuccess } from '../misbehave'
import type { Part, Stage } from '../stage'

/** When what was sent until then is sent again. */
const AT = 0.5
/** Seconds that it takes at least, so that some of the kills come in the middle of it. */
const LASTING = 30
/** Milliseconds in which it must be over after the last kill. */
const PATIENCE = 300_000

/** A replay in the middle of live messages: each message comes again once, under an id of its own that says which one it repeats. */
export async function aReplay(stage: Stage): Promise<Part> {
  const { name, connector, devices, log, on } = await stage.connect('replayed', () => 'answers')
  const began = new Date()
  let replay: Replay | undefined
  let kills = 0
  const read = async (id: string) =>
    replaysApi.get.answer.parse(await (await on('GET', `/replays/${id}`)).json())
  return {
    name,
    connector,
    devices,
    log,
    at: async (share) => {
      if (replay?.state === 'running') {
        replay = await read(replay.id)
        if (replay.state === 'running') kills++
      }
      if (replay || share < AT) return
      const rate = Math.min(Math.ceil(log.length / LASTING), RATE_MAX)
      const body = { after: began.toISOString(), before: new Date().toISOString(), rate }
      const answer = await on('POST', '/replays', body)
      replay = replaysApi.start.answer.parse(await answer.json()).replay ?? undefined
    },
    end: async () => {
      const until = performance.now() + PATIENCE
      while (replay && replay.state !== 'done' && performance.now() < until) {
        await wait(500)
        replay = await read(replay.id)
      }
    },
    judge: () => {
      if (replay?.state !== 'done') return [`the replay is not over, but ${replay?.state}`]
      const first = new Map(log.filter(({ repeats }) => !repeats).map(({ messageId, id }) => [messageId, id]))
      const again = log.filter((request) => request.repeats && isSuccess(request))
      const ids = new Set(again.map(({ id }) => id))
      const messages = new Set(again.map(({ messageId }) => messageId))
      const others = again.filter(
        ({ messageId, repeats, id }) => first.get(messageId) !== repeats || id === repeats,
      )
      return [
        ...(kills === 0 ? ['nothing was killed while the replay ran'] : []),
        ...(replay.sent + replay.skipped === replay.total
          ? []
          : [`the replay says ${replay.sent} sent and ${replay.skipped} left out of ${replay.total}`]),
        ...(ids.size === replay.sent ? [] : [`${replay.sent} were to come again, but ${ids.size} did`]),
        ...(messages.size === ids.size ? [] : ['messages came again more than once']),
        ...(others.length === 0 ? [] : [`${others.length} did not say which one they repeat`]),
      ]
    },
  }
}
