import { useRecordContext } from 'react-admin'
import { z } from 'zod'
import { BATCH_SIZE_MAX, type Connector, connectorEntity, sendingOf } from '#contract/connectors'
import { typesOf } from '#contract/messages'
import type { Sandbox } from '#sandbox'
import { useListMessages } from '../../../dataProvider/messagePages'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { batchTextOf } from '../preview/job'
import { type Verdict, verdictOf } from '../preview/run'
import { loadMessages, useDevicesOf } from '../preview/useBatch'
import { useVariables } from '../preview/useVariables'

/** The form's values that affect a batch. */
export const batchSchema = z.object({
  ...connectorEntity.schema.pick({ direction: true, triggers: true, transformation: true }).shape,
  tags: z.array(z.object({ id: z.string() })),
  batch_size: z.int().min(1).max(BATCH_SIZE_MAX),
})
export type BatchSettings = z.infer<typeof batchSchema>

/** Result of code for one batch. */
export interface BatchRun {
  /** Number of messages; without messages the code does not run. */
  count: number
  /** Null if the code did not run, or the sandbox did not start. */
  verdict: Verdict | null
}

/**
 * Runs code on the last messages that would trigger the context's connector, as one batch. Errors: those of the client.
 */
export function useBatchRun(sandbox: Pick<Sandbox, 'run'>) {
  const connector = useRecordContext<Connector>()
  const spaceId = useSpaceId()
  const variablesOf = useVariables()
  const listMessages = useListMessages()
  const devicesOf = useDevicesOf()
  return async (settings: BatchSettings, signal: AbortSignal): Promise<BatchRun> => {
    const none = { count: 0, verdict: null }
    if (!connector) return none
    const { direction, triggers, tags, transformation: source, batch_size: size } = settings
    const scope = { tagIds: tags.map(({ id }) => id) }
    const wanted = { scope, types: typesOf(triggers), direction }
    const messages = (await loadMessages(listMessages, wanted, signal, size)).toReversed()
    const devices = await devicesOf(messages, [], signal)
    const subjects = messages.flatMap((message) => {
      const device = devices.get(message.device_id)
      return device ? [{ message, device }] : []
    })
    if (subjects.length === 0) return none
    const input = batchTextOf(subjects, { spaceId, connector, variablesOf })
    const outcome = await sandbox.run({ source, entry: 'main' }, input, { signal }).catch(() => null)
    signal.throwIfAborted()
    return { count: subjects.length, verdict: outcome && verdictOf(outcome, sendingOf(connector)) }
  }
}
