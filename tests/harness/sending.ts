import { api } from '#contract'
import { uplinkBatchAnswerSchema } from '#contract/messages'
import type { RandomMessage } from '../support/randomMessages'
import { type Proof, uplinkOf } from '../support/uplink'

/** Simultaneous senders. */
const SENDERS = 6
/** Most messages of a batch, and the share of messages sent alone. */
const BATCH = 60
const ALONE = 0.3
/** Share of messages with ids that are repeated although they were acknowledged. */
const AGAIN = 0.05
/** An answer that asks to send the message again. */
const LATER = /try again/

/** Makes calls, and records wrong answers. */
interface Caller {
  /** @returns undefined for an answer that asks to retry, and for none */
  call: (method: string, path: string, body: unknown) => Promise<unknown>
  blame: (sentence: string) => void
}

interface Load {
  messages: readonly RandomMessage[]
  /** Credentials of the devices, by their number in messages. */
  proofs: readonly Proof[]
  random: () => number
}

/**
 * Sends messages to any copy, alone and in batches. A message with an id is sent until it is acknowledged, and
 * sometimes again; one without an id may be lost with its answer.
 */
export function startSending({ call, blame }: Caller, { messages, proofs, random }: Load) {
  const acknowledged = new Map<number, Set<string>>()
  let [started, again] = [0, 0]

  /** @returns ids of the messages, undefined for unacknowledged ones */
  const post = async (numbers: readonly number[]): Promise<(string | undefined)[]> => {
    const uplinks = numbers.map((n) => {
      const { device = 0, sent } = messages[n] ?? {}
      const { serial_number = '', token = '' } = proofs[device] ?? {}
      return uplinkOf({ serial_number, token }, sent)
    })
    if (uplinks.length === 1) {
      const answer = await call('POST', '/devices/uplink', uplinks[0])
      return [answer === undefined ? undefined : api.messages.uplink.answer.parse(answer).id]
    }
    const answer = await call('POST', '/devices/uplinks', { uplinks })
    if (answer === undefined) return []
    return uplinkBatchAnswerSchema.parse(answer).map((part) => {
      if ('id' in part) return part.id
      if (!LATER.test(part.error)) blame(`an entry of a batch was refused: ${part.error}`)
      return undefined
    })
  }

  const isNamed = (n: number) => messages[n]?.sent.id !== undefined
  const deliver = async (numbers: readonly number[]) => {
    for (let open = numbers; open.length > 0; ) {
      const ids = await post(open)
      const lost: number[] = []
      for (const [i, n] of open.entries()) {
        const id = ids[i]
        if (id !== undefined) acknowledged.set(n, (acknowledged.get(n) ?? new Set()).add(id))
        else if (isNamed(n)) lost.push(n)
      }
      again += lost.length
      open = lost
    }
  }

  /** Picks some acknowledged messages. */
  const repeated = (count: number): number[] =>
    Array.from({ length: count }, () => Math.floor(random() * started)).filter(
      (n) => isNamed(n) && acknowledged.has(n) && random() < AGAIN,
    )

  const send = async () => {
    while (started < messages.length) {
      const size = random() < ALONE ? 1 : 2 + Math.floor(random() * (BATCH - 1))
      const from = started
      started = Math.min(messages.length, started + size)
      const old = repeated(size)
      again += old.length
      await deliver([...Array.from({ length: started - from }, (_, i) => from + i), ...old])
    }
  }
  return {
    /** Ids of the answers, by the numbers of the messages. */
    acknowledged: acknowledged as ReadonlyMap<number, ReadonlySet<string>>,
    /** Messages that were sent or are being sent. */
    started: () => started,
    /** Messages that were sent more than once. */
    again: () => again,
    ended: Promise.all(Array.from({ length: SENDERS }, send)),
  }
}
