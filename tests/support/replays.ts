import { DAY, HOUR } from '#contract/common/durations'
import { type ReplayCreate, type ReplayState, replaySchema, replayStartedSchema } from '#contract/replays'
import { connectorReplay } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import type { Fillable } from './builders'
import type { Route } from './deliveries'
import { PATIENCE } from './patience'

/** Stores a replay of the last hour; returns its id. */
export async function aReplay(
  { db, deps }: Pick<Fillable, 'db' | 'deps'>,
  { space, connector }: Pick<Route, 'space' | 'connector'>,
  values: { state: ReplayState; tagIds: string[]; sent?: number; total?: number },
): Promise<string> {
  const at = deps.now()
  const id = newId(at)
  await db.insert(connectorReplay).values({
    id,
    spaceId: space.id,
    connectorId: connector.id,
    after: new Date(at.getTime() - HOUR),
    before: at,
    direction: 'up',
    deviceIds: [],
    types: ['data'],
    failedOnly: false,
    // No worker continues it.
    nextAt: new Date(at.getTime() + DAY),
    ...values,
  })
  return id
}

/** Calls about replays of a connector, as the owner of its space. */
export function replayCalls({
  on,
}: {
  on: (method: string, path: string, body?: unknown) => Promise<Response>
}) {
  const period = () => ({
    after: new Date(Date.now() - DAY).toISOString(),
    before: new Date().toISOString(),
  })
  const ask = (input: Partial<ReplayCreate> = {}) => on('POST', '/replays', { ...period(), ...input })
  const read = async (answer: Response) => {
    if (answer.status !== 200) throw new Error(await answer.text())
    return answer.json()
  }
  const replay = async (id: string) => replaySchema.parse(await read(await on('GET', `/replays/${id}`)))
  return {
    /** Starts a replay, by default of the last day; returns the answer, whatever it is. */
    askReplay: ask,
    startReplay: async (input: Partial<ReplayCreate> = {}) =>
      replayStartedSchema.parse(await read(await ask(input))),
    replay,
    changeReplay: async (id: string, change: 'pause' | 'resume' | 'stop') =>
      replaySchema.parse(await read(await on('POST', `/replays/${id}/${change}`))),
    /** Waits for the end of a replay. */
    doneReplay: async (id: string) => {
      const until = Date.now() + PATIENCE
      for (;;) {
        const one = await replay(id)
        if (one.state === 'done') return one
        if (Date.now() > until) throw new Error(`the replay is not done, but ${JSON.stringify(one)}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}
