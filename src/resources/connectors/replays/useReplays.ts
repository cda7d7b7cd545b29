import { useMutation } from '@tanstack/react-query'
import type { Connector } from '#contract/connectors'
import { type Replay, type ReplayCreate, replaysApi } from '#contract/replays'
import { serverNow } from '../../../clock'
import { useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useAnswer, useAnswers, useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from './texts'

/** How often to ask while a replay runs, and else, in milliseconds. A hidden page does not ask. */
const POLL = { running: 1500, idle: 15_000 }

/** Whether a replay is not over. */
export const isOpen = ({ state }: Pick<Replay, 'state'>) => state === 'running' || state === 'paused'

/** The replays of a connector, newest first. */
export interface Answer {
  replays: Replay[]
  /** How far the ones that run were at the last answers, by their ids. */
  seen: Readonly<Record<string, readonly Seen[]>>
}

/** The replays of a connector, newest first, always current. */
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

/** One replay. */
export const useReplay = (connectorId: string, replayId: string) =>
  useAnswer(replaysApi.get, { params: { connectorId, replayId } })

/** Asks again for the replays of a connector. */
export function useRefreshReplays() {
  const { invalidate } = useAnswers()
  return () => invalidate(replaysApi.list)
}

/** How many messages a replay would be about, and some of them; nothing is asked for null. */
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

/** The share of a replay that had its turn, from 0 to 1; of one that is too long to be counted by its time. */
export function shareOf({ total, sent, skipped, after, before, reached_at, state }: Replay): number {
  if (state === 'done') return 1
  if (total !== null) return total === 0 ? 0 : Math.min(1, (sent + skipped) / total)
  if (reached_at === null) return 0
  const from = Date.parse(after)
  return Math.min(1, Math.max(0, (Date.parse(reached_at) - from) / (Date.parse(before) - from)))
}

/** How far a replay was at a time, in milliseconds. */
export interface Seen {
  at: number
  done: number
  share: number
}

/** How far back the pace is measured, in milliseconds. */
const LOOK_BACK = 20_000

/** How far the replays that run were lately, with what is known now. */
function seenOf(replays: readonly Replay[], before: Answer['seen'] | undefined, at: number): Answer['seen'] {
  const running = replays.filter(({ state, held }) => state === 'running' && held === null)
  return Object.fromEntries(
    running.map((replay) => {
      const lately = (before?.[replay.id] ?? []).filter((one) => at - one.at < LOOK_BACK)
      return [replay.id, [...lately, { at, done: replay.sent + replay.skipped, share: shareOf(replay) }]]
    }),
  )
}

/** How fast a replay goes, as it was seen: messages a second, and milliseconds that are left; null while that is not known. */
export function paceOf(seen: readonly Seen[] = []): { rate: number; left: number } | null {
  const [first, last] = [seen[0], seen.at(-1)]
  if (!first || !last || last.at - first.at < 1000 || last.share <= first.share) return null
  const time = last.at - first.at
  return {
    rate: (1000 * (last.done - first.done)) / time,
    left: ((1 - last.share) * time) / (last.share - first.share),
  }
}
