// Receivers that fail or ask to wait, a new secret, and a replay.
import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { connectorsApi, RATE_MAX, RETRIES_MAX, secretSchema } from '#contract/connectors'
import { type Replay, replaysApi } from '#contract/replays'
import { deliveryAttempt } from '../../server/db/schema'
import { sentences } from '../harness/tool'
import type { Received } from '../support/receiver'
import { ASKED_FOR, chanceOf, isSuccess, type Logged, unreliable } from './misbehave'
import { GRACE, type Part, type Stage } from './stage'

/** The first request of each attempt; an attempt that is repeated because the server was killed counts once. */
function attemptsOf(log: readonly Logged[]): Map<string, Logged> {
  const first = new Map<string, Logged>()
  for (const request of log) {
    const key = `${request.id} ${request.attempt}`
    if (!first.has(key)) first.set(key, request)
  }
  return first
}

/** Attempts that never reached a receiver, because the code timed out on a busy machine. */
async function unsentOf({ server: { db } }: Stage, connectorId: string): Promise<Logged[]> {
  const isLate = eq(deliveryAttempt.errorCode, 'function_late')
  const rows = await db
    .select()
    .from(deliveryAttempt)
    .where(and(eq(deliveryAttempt.connectorId, connectorId), isLate))
  return rows.map(({ deliveryId: id, attempt, createdAt }) => ({
    connectorId,
    deviceId: '',
    messageId: '',
    repeats: undefined,
    behaviour: 'hears nothing' as const,
    id,
    attempt,
    at: createdAt.getTime(),
  }))
}

/** A receiver that sometimes fails: the statistics match its records. */
export async function anUnreliableReceiver(stage: Stage, name: string): Promise<Part> {
  const part = await stage.connect(name, unreliable)
  return {
    ...part,
    judge: async () => {
      const attempts = [...attemptsOf([...(await unsentOf(stage, part.connector.id)), ...part.log]).values()]
      const success = attempts.filter(isSuccess).length
      const first = attempts.filter(({ attempt }) => attempt === 0).length
      const noted = { success, failed: attempts.length - success, first, later: attempts.length - first }
      const answer = await part.on('GET', '/statistics')
      const { summaries } = connectorsApi.statistics.answer.parse(await answer.json())
      const said = { success: 0, failed: 0, first: 0, later: 0 }
      for (const summary of summaries) {
        said.success += summary.success
        said.failed += summary.failed
        said.first += summary.attempts[0] ?? 0
        for (let n = 1; n <= RETRIES_MAX; n++) said.later += summary.attempts[n] ?? 0
      }
      const [a, b] = [JSON.stringify(said), JSON.stringify(noted)]
      return sentences([a !== b, `the statistics say ${a}, the receiver ${b}`])
    },
  }
}

/** From this attempt on it no longer asks to wait. */
const PATIENT_AFTER = 3

/** A receiver that asks to wait by `Retry-After`, in seconds or as a date: the server waits. */
export async function aReceiverThatSaysLater(stage: Stage): Promise<Part> {
  const part = await stage.connect('later', (request) => {
    const chance = chanceOf(request)
    if (request.attempt >= PATIENT_AFTER || chance >= 200) return 'answers'
    return chance < 100 ? 'asks for time' : 'asks for a time'
  })
  return {
    ...part,
    judge: () => {
      const first = attemptsOf(part.log)
      const asked = [...first.values()].filter(({ behaviour }) => behaviour !== 'answers')
      const early = asked.filter(({ id, attempt, at }) => {
        const next = first.get(`${id} ${attempt + 1}`)
        return next && next.at - at < ASKED_FOR * 1000
      })
      return sentences(
        [asked.length === 0, 'it never asked for time'],
        [early.length > 0, `${early.length} requests came earlier than the receiver had asked for`],
      )
    },
  }
}

/** Shares of the kills at which the secret is replaced, the receiver gets the new one, and the overlap ends. */
const ROTATION = { replaced: 0.2, moved: 0.5, ended: 0.8 }

/** Whether one of the signatures of a request is by this secret, as in Standard Webhooks. */
function isSignedBy({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

/** A secret that is replaced: its receiver verifies each request, first with the old one, then with the new one. */
export async function aRotation(stage: Stage): Promise<Part> {
  let [own, old] = ['', '']
  let fresh: string | undefined
  let phase: 'old' | 'both' | 'new' = 'old'
  let [changed, once, both] = [0, 0, 0]
  const part = await stage.connect('rotated', (request, received) => {
    const isSettled = request.at > changed + GRACE
    if (phase === 'both' && fresh && isSettled) {
      both++
      if (!isSignedBy(received, old) || !isSignedBy(received, fresh)) once++
    }
    if (phase === 'new' && isSettled && isSignedBy(received, old)) once++
    return isSignedBy(received, own) ? 'answers' : 'distrusts'
  })
  const secretOf = async (method: string, path: string, body?: unknown) =>
    secretSchema.parse(await (await part.on(method, path, body)).json()).secret
  old = await secretOf('GET', '/secret')
  own = old
  return {
    ...part,
    at: async (share) => {
      if (phase === 'old' && share >= ROTATION.replaced) {
        fresh = await secretOf('POST', '/secret', { overlap_hours: 24 })
        changed = Date.now()
        phase = 'both'
      }
      if (fresh && share >= ROTATION.moved) own = fresh
      if (phase === 'both' && share >= ROTATION.ended) {
        const { status } = await part.on('DELETE', '/secret/previous')
        if (status >= 300) throw new Error(`The overlap did not end: ${status}`)
        changed = Date.now()
        phase = 'new'
      }
    },
    judge: () => {
      const refused = part.log.filter(({ behaviour }) => behaviour === 'distrusts')
      return sentences(
        [refused.length > 0, `${refused.length} requests did not verify`],
        [both === 0, 'nothing was sent while both secrets were valid'],
        [once > 0, `${once} requests were not signed by the secrets of their time`],
      )
    },
  }
}

/**
 * Share of the kills at which the replay starts; its least seconds, so that some kills fall into it; and milliseconds
 * in which it must end after the last kill.
 */
const REPLAY = { at: 0.5, seconds: 30, patience: 300_000 }

/** A replay among live messages: each message is sent once more, with a new id and the id that it repeats. */
export async function aReplay(stage: Stage): Promise<Part> {
  const part = await stage.connect('replayed', () => 'answers')
  const began = new Date()
  let replay: Replay | undefined
  let kills = 0
  const read = async (id: string) =>
    replaysApi.get.answer.parse(await (await part.on('GET', `/replays/${id}`)).json())
  return {
    ...part,
    at: async (share) => {
      if (replay?.state === 'running') {
        replay = await read(replay.id)
        if (replay.state === 'running') kills++
      }
      if (replay || share < REPLAY.at) return
      const rate = Math.min(Math.ceil(part.log.length / REPLAY.seconds), RATE_MAX)
      const body = { after: began.toISOString(), before: new Date().toISOString(), rate }
      const answer = await part.on('POST', '/replays', body)
      replay = replaysApi.start.answer.parse(await answer.json()).replay ?? undefined
    },
    end: async () => {
      const until = performance.now() + REPLAY.patience
      while (replay && replay.state !== 'done' && performance.now() < until) {
        await wait(500)
        replay = await read(replay.id)
      }
    },
    judge: () => {
      if (replay?.state !== 'done') return [`the replay is not over, but ${replay?.state}`]
      const { sent, skipped, total } = replay
      const live = part.log.filter(({ repeats }) => !repeats)
      const first = new Map(live.map(({ messageId, id }) => [messageId, id]))
      const again = part.log.filter((request) => request.repeats && isSuccess(request))
      const ids = new Set(again.map(({ id }) => id))
      const messages = new Set(again.map(({ messageId }) => messageId))
      const others = again.filter(
        ({ messageId, repeats, id }) => first.get(messageId) !== repeats || id === repeats,
      )
      return sentences(
        [kills === 0, 'nothing was killed while the replay ran'],
        [sent + skipped !== total, `the replay says ${sent} sent and ${skipped} left out of ${total}`],
        [ids.size !== sent, `${sent} were to come again, but ${ids.size} did`],
        [messages.size !== ids.size, 'messages came again more than once'],
        [others.length > 0, `${others.length} did not say which one they repeat`],
      )
    },
  }
}
