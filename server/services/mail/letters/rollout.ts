import { and, eq } from 'drizzle-orm'
import { rolloutsApi } from '#contract/rollouts'
import { rollout } from '../../../db/schema'
import type { Message, Writing } from '../compose'
import { pageLink } from '../links'
import { timeText } from '../time'
import { addressOf } from './alerts'

/** The e-mail about a roll-out that has paused itself; undefined if somebody has gone on with it since. */
export async function writeHeld({ tx, deps, facts, texts, console }: Writing): Promise<Message | undefined> {
  const address = await addressOf({ tx, facts }, rolloutsApi.get.permission)
  // People with tags see no roll-outs.
  if (!address || address.reader.isLimited) return undefined
  const { email, spaceId, alertId: id, space, language } = address
  const [found] = await tx
    .select({ name: rollout.name, hold: rollout.hold })
    .from(rollout)
    .where(and(eq(rollout.spaceId, spaceId), eq(rollout.id, id), eq(rollout.state, 'paused')))
  if (!found?.hold) return undefined
  const { kind, count, limit, stage, at } = found.hold
  return {
    words: texts.rolloutHeld({
      product: console.productName,
      email,
      space,
      rollout: found.name,
      kind,
      count,
      limit,
      stage: stage + 1,
      at: timeText(new Date(at), language, facts.timezone),
    }),
    link: pageLink(deps, `/space/${spaceId}/rollouts/${id}`),
  }
}
