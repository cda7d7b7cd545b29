import type { Uplink } from '#contract/messages'
import { isDatabaseAway } from '../../../db/away'
import type { Deps } from '../../../deps'
import { ApiError, reasonOf } from '../../../errors'
import { Lane, shareOfDevices } from '../../../lane'
import { BoundedMap } from '../../common/boundedMap'
import { JsonText } from '../../common/json'
import { Batcher } from './batchUplinks'
import { findSenders, proven, type Sender, unknownDevice } from './sender'
import { contentOf, isReport, type Message, type StoreDeps, store } from './store'

/**
 * How often a sender is searched whose device was deleted, replaced or moved just when its message came: a moved device is found in the
 * other space.
 */
const LOOKS = 3

/** Most single messages that are stored together. */
const TOGETHER = 100
/** Characters of bodies after which no more messages are stored together. */
const TOGETHER_LENGTH = 1_000_000
/** Most statements of one space, and most that search for senders, at the same time. */
const RUNS = 2
/** Milliseconds after which a statement is slow: it waits for a device that is being moved, or for the disk. */
const PATIENCE = 20

/** Devices that are remembered: their next messages take one statement, which checks them again. */
const REMEMBERED = 10_000

/** Messages of one address, or of one person, that may wait. */
const PLACES = 1000

/** The lanes of batched work: finding senders, and storing messages. */
type ReceiverLanes = Readonly<Record<'entrance' | 'light', Lane>>

/** A batch has several callers, and goes on if one of them disconnects. */
const nobodyLeaves = new AbortController().signal

/**
 * Stores the single messages of devices, each with its own answer: its pending downlinks. Messages that come while others of the space are
 * being stored are stored together, by one statement; a device's messages never wait for each other inside the database. A message that
 * cannot be stored does not affect the others.
 */
export class Receiver {
  readonly #deps: StoreDeps
  readonly #lanes: ReceiverLanes
  /** Batches wait in other lanes; this one only limits how many calls of each caller wait. */
  readonly #waiting = new Lane({ all: Infinity, each: Infinity, places: PLACES })
  readonly #senders: Batcher<Uplink, Sender | null>
  /** By serial number. */
  readonly #remembered = new BoundedMap<string, Sender>(REMEMBERED)
  readonly #spaces = new Map<string, Batcher<Message, JsonText | Error | undefined>>()

  constructor(deps: StoreDeps, lanes: ReceiverLanes) {
    this.#deps = deps
    this.#lanes = lanes
    this.#senders = new Batcher({
      run: (uplinks) => lanes.entrance.run('devices', nobodyLeaves, () => findSenders(deps, uplinks)),
      keyOf: ({ serial_number }) => serial_number,
      weightOf: () => 1,
      weightMax: TOGETHER,
      most: TOGETHER,
      atOnce: RUNS,
      patience: PATIENCE,
    })
  }

  /**
   * @param gone aborts when the caller disconnects
   * @throws ApiError 400, 401 for a wrong serial number or claim token, 429, 503 if too many wait
   */
  async receive(uplink: Uplink, address: string, gone: AbortSignal): Promise<JsonText> {
    for (let look = 0; look < LOOKS; look++) {
      const remembered = proven(uplink, this.#remembered.get(uplink.serial_number))
      const sender = remembered ?? (await this.#waiting.run(address, gone, () => this.#find(uplink)))
      if (!sender) break
      const message = { sender, answer: 0, ...contentOf(uplink) }
      const share = shareOfDevices(sender.personId)
      const answer = await this.#waiting.run(share, gone, () => this.#store(message))
      if (answer instanceof Error) throw answer
      if (answer) return answer
      this.#remembered.delete(sender.serialNumber)
    }
    throw unknownDevice()
  }

  async #find(uplink: Uplink): Promise<Sender | null> {
    const sender = await this.#senders.do(uplink)
    if (sender) this.#remembered.set(sender.serialNumber, sender)
    return sender
  }

  async #store(message: Message) {
    const { spaceId } = message.sender
    const space = this.#spaces.get(spaceId) ?? this.#gathererOf(message.sender)
    this.#spaces.set(spaceId, space)
    try {
      return await space.do(message)
    } finally {
      if (space.isIdle) this.#spaces.delete(spaceId)
    }
  }

  #gathererOf({ spaceId, personId }: Sender) {
    return new Batcher<Message, JsonText | Error | undefined>({
      run: (messages) =>
        this.#lanes.light.run(shareOfDevices(personId), nobodyLeaves, () =>
          storeEach(this.#deps, spaceId, messages),
        ),
      keyOf: ({ sender }) => sender.deviceId,
      // It takes a transaction of several statements, so it is stored by itself.
      weightOf: ({ type, body }) => (isReport(type) ? TOGETHER_LENGTH : body.length),
      weightMax: TOGETHER_LENGTH,
      most: TOGETHER,
      atOnce: RUNS,
      patience: PATIENCE,
    })
  }
}

/** Stores messages of one space together, or, if that fails because of one of them, each by itself. */
async function storeEach(
  deps: StoreDeps,
  spaceId: string,
  messages: Message[],
): Promise<(JsonText | Error | undefined)[]> {
  try {
    return await store(
      deps,
      spaceId,
      messages.map((message, i) => ({ ...message, answer: i })),
    )
  } catch (error) {
    if (messages.length === 1 || isDatabaseAway(error)) throw error
  }
  const answers: (JsonText | Error | undefined)[] = []
  for (const message of messages) {
    const [answer] = await store(deps, spaceId, [message]).catch((error: Error) => [error])
    answers.push(answer)
  }
  return answers
}

/** The message to store, or why it was refused. */
function messageOf(uplink: Uplink, sender: Sender | null | undefined): Message | ApiError {
  try {
    if (!sender) throw unknownDevice()
    return { sender, answer: 0, ...contentOf(uplink) }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const refusal = (error: string) => new JsonText(JSON.stringify({ error }))

/** The result of a message that could not be stored, if others of its batch were. */
const NOT_STORED = refusal('the server could not store the message, try again in 2 seconds')

/**
 * Stores the messages that a gateway sends for many devices, those of each space separately. The answer to the first message of each device
 * has its pending downlinks. Each message has its own credentials; a refused one does not affect the others. If the messages of a space
 * cannot be stored, those of others keep their answers. Those of each space take the share of its person.
 * @throws if nothing was stored because the database failed
 */
export async function receiveBatch(
  deps: StoreDeps & Pick<Deps, 'log'>,
  lanes: ReceiverLanes,
  uplinks: Uplink[],
): Promise<JsonText> {
  const answers = new Map<Uplink, JsonText>()
  const failures: unknown[] = []
  let isStored = false
  const attempt = async (some: Uplink[], work: () => Promise<void>) => {
    try {
      const [failure] = failures
      if (isDatabaseAway(failure)) throw failure
      await work()
    } catch (error) {
      failures.push(error)
      for (const uplink of some) answers.set(uplink, NOT_STORED)
    }
  }

  for (let look = 0; look < LOOKS; look++) {
    const open = uplinks.filter((uplink) => !answers.has(uplink))
    await attempt(open, async () => {
      const senders = await lanes.entrance.run('devices', nobodyLeaves, () => findSenders(deps, open))
      const spaces = new Map<string, Map<Uplink, Message>>()
      for (const [i, uplink] of open.entries()) {
        const message = messageOf(uplink, senders[i])
        if (message instanceof ApiError) {
          answers.set(uplink, refusal(message.message))
          continue
        }
        const messages = spaces.get(message.sender.spaceId) ?? new Map<Uplink, Message>()
        spaces.set(message.sender.spaceId, messages.set(uplink, message))
      }
      for (const [spaceId, messages] of spaces) {
        const personId = [...messages.values()][0]?.sender.personId ?? spaceId
        await attempt([...messages.keys()], async () => {
          const stored = await lanes.light.run(shareOfDevices(personId), nobodyLeaves, () =>
            store(deps, spaceId, [...messages.values()]),
          )
          for (const [i, uplink] of [...messages.keys()].entries()) {
            const answer = stored[i]
            if (!answer) continue
            answers.set(uplink, answer)
            isStored = true
          }
        })
      }
    })
    if (answers.size === uplinks.length) break
  }

  const [failure] = failures
  if (failures.length > 0) {
    if (!isStored) throw failure
    deps.log.error('a part of a batch could not be stored', { error: reasonOf(failure) })
  }
  const all = uplinks.map((uplink) => answers.get(uplink) ?? refusal(unknownDevice().message))
  return new JsonText(`[${all.map(({ text }) => text).join(',')}]`)
}
