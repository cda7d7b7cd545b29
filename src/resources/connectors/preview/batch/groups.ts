import type { Message } from '#contract/messages'
import type { FailedVerdict, Verdict } from '../verdict'

/** A message and what would become of it. */
export interface Tried {
  message: Message
  verdict: Verdict
}

/** Messages of which the same would become. */
// An alias: react-admin's records have an index signature, which no interface has.
export type Group = {
  id: string
  kind: Verdict['kind']
  /** Why their deliveries fail; null of those that do not. */
  failed: FailedVerdict | null
  /** In the order in which they were tried. */
  messages: Message[]
  /** Place among the groups. */
  rank: number
}

/** The same for errors that read the same. */
const idOf = ({ failure: { error }, thrown }: FailedVerdict) =>
  JSON.stringify([thrown?.name, error, thrown?.line])

const ORDER: readonly Verdict['kind'][] = ['failed', 'cancelled', 'sent']

/** Groups messages by what would become of them: failures first, one group for each error, the most frequent first. */
export function groupsOf(tried: readonly Tried[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { message, verdict } of tried) {
    const failed = verdict.kind === 'failed' ? verdict : null
    const id = failed ? idOf(failed) : verdict.kind
    const group = groups.get(id)
    if (group) group.messages.push(message)
    else groups.set(id, { id, kind: verdict.kind, failed, messages: [message], rank: 0 })
  }
  return [...groups.values()]
    .toSorted(
      (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.messages.length - a.messages.length,
    )
    .map((group, rank) => Object.assign(group, { rank }))
}
