import { useMutation } from '@tanstack/react-query'
import type { Connector } from '#contract/connectors'
import { type Replay, type ReplayCreate, replaysApi } from '#contract/replays'
import { serverNow } from '../../../clock'
import { useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useAnswer, useAnswers, useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from './texts'

/** Milliseconds between two polls: while a replay runs, and otherwise. A hidden page does not poll. */
const POLL = { running: 1500, idle: 15_000 }

/** Whether a replay is unfinished. */
export const isOpen = ({ state }: Pick<Replay, 'state'>) => state === 'running' || state === 'paused'

/** The replays of a connector, newest first. */
export interface Answer {
  replays: Replay[]
  /** Recent progress of running replays, by id. */
  seen: Readonly<Record<string, readonly Seen[]>>
}

/** Replays of a connector, newest first, polled. */
export function useReplays({ id: connectorId }: Pick<Connector, 'id'>) {
  const { ask } = useSpaceport()
  return useRead<Answer>(
    replaysApi.list,
    { connectorId },
    async (signal, before) => {
      const replays = await ask(replaysApi.list, { params: { connectorId }, signal })
      return { replays, seen: seenOf(replays, before?.seen, serverNow()) }
    },
    {
      refetchInterval: ({ state }) =>
        state.data?.replays.some((one) => one.state === 'running' || one.pending > 0)
          ? POLL.running
          : POLL.idle,
    },
  )
}

export const useReplay = (connectorId: string, replayId: string) =>
  useAnswer(replaysApi.get, { params: { connectorId, replayId } })

export function useRefreshReplays() {
  const { invalidate } = useAnswers()
  return () => invalidate(replaysApi.list)
}

/** Number of messages in a replay, and some of them; null asks for nothing. */
export function useReplayCount({ id: connectorId }: Pick<Connector, 'id'>, input: ReplayCreate | null) {
  const { ask } = useSpaceport()
  return useRead(
    replaysApi.start,
    { connectorId, input },
    (signal) =>
      input && ask(replaysApi.start, { params: { connectorId }, body: { ...input, dry_run: true }, signal }),
    { enabled: input !== null, retry: false, staleTime: 30_000 },
  )
}

/** Pauses, resumes and stops a replay. */
export function useChangeReplay(connector: Pick<Connector, 'id'>, { id: replayId }: Pick<Replay, 'id'>) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const refresh = useRefreshReplays()
  return useMutation({
    mutationFn: async (change: 'pause' | 'resume' | 'stop') => {
      await ask(replaysApi[change], { params: { connectorId: connector.id, replayId } })
      toast({ kind: 'success', title: translate(`connectors.replays.done.${change}`) })
    },
    onError: useFailureToast(),
    onSettled: refresh,
  })
}

/** Processed share of a replay, from 0 to 1; if it is too large to count, by time. */
export function shareOf({ total, sent, skipped, after, before, reached_at, state }: Replay): number {
  if (state === 'done') return 1
  if (total !== null) return total === 0 ? 0 : Math.min(1, (sent + skipped) / total)
  if (reached_at === null) return 0
  const from = Date.parse(after)
  return Math.min(1, Math.max(0, (Date.parse(reached_at) - from) / (Date.parse(before) - from)))
}

/** Progress of a replay at a time, in ms since 1970. */
export interface Seen {
  at: number
  done: number
  share: number
}

/** Milliseconds over which the rate is measured. */
const LOOK_BACK = 20_000

/** Recent progress of running replays, with the current one. */
function seenOf(replays: readonly Replay[], before: Answer['seen'] | undefined, at: number): Answer['seen'] {
  const running = replays.filter(({ state, held }) => state === 'running' && held === null)
  return Object.fromEntries(
    running.map((replay) => {
      const lately = (before?.[replay.id] ?? []).filter((one) => at - one.at < LOOK_BACK)
      return [replay.id, [...lately, { at, done: replay.sent + replay.skipped, share: shareOf(replay) }]]
    }),
  )
}

/** Measured rate of a replay in messages per second, and remaining milliseconds; null while unknown. */
export function paceOf(seen: readonly Seen[] = []): { rate: number; left: number } | null {
  const [first, last] = [seen[0], seen.at(-1)]
  if (!first || !last || last.at - first.at < 1000 || last.share <= first.share) return null
  const time = last.at - first.at
  return {
    rate: (1000 * (last.done - first.done)) / time,
    left: ((1 - last.share) * time) / (last.share - first.share),
  }
}
