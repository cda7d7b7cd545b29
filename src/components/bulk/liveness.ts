import { isStorageBlocked } from '../../storage'

/** How long other tabs have to answer that they hold something, in milliseconds. */
const ANSWER_WITHIN = 200

const CHANNEL = 'bulk'

/** Names held by this tab, with their release functions. */
const held = new Map<string, () => void>()

/** Missing on pages without HTTPS, and blocked together with storage. */
const { locks }: Partial<Pick<Navigator, 'locks'>> = isStorageBlocked() ? {} : navigator

/** Answers other tabs if locks are missing. */
let answering: BroadcastChannel | undefined

function answer() {
  if (locks || typeof BroadcastChannel === 'undefined') return
  if (held.size === 0) {
    answering?.close()
    answering = undefined
  } else if (!answering) {
    const channel = (answering = new BroadcastChannel(CHANNEL))
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
      if (typeof data === 'string' && held.has(data)) channel.postMessage({ held: data })
    })
  }
}

const isAnswer = (data: unknown, name: string) =>
  typeof data === 'object' && data !== null && 'held' in data && data.held === name

function isHeldElsewhere(name: string): Promise<boolean> {
  if (typeof BroadcastChannel === 'undefined') return Promise.resolve(false)
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    const end = (isHeld: boolean) => {
      clearTimeout(timer)
      channel.close()
      resolve(isHeld)
    }
    const timer = setTimeout(() => end(false), ANSWER_WITHIN)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isAnswer(data, name)) end(true)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
    channel.postMessage(name)
  })
}

/** Whether any live tab holds a name. */
export async function isHeld(name: string): Promise<boolean> {
  if (held.has(name)) return true
  if (!locks) return isHeldElsewhere(name)
  const { held: all = [] } = await locks.query()
  return all.some((lock) => lock.name === name)
}

/** Holds a new name, until this tab releases it or closes. */
export function hold(name: string) {
  held.set(name, () => undefined)
  answer()
  void locks?.request(
    name,
    () => new Promise<void>((release) => (held.has(name) ? held.set(name, release) : release())),
  )
}

/** Holds a name that another tab may have held before. False if a live tab still holds it. */
export async function claim(name: string): Promise<boolean> {
  if (await isHeld(name)) return false
  if (!locks) {
    hold(name)
    return true
  }
  return new Promise((resolve, reject) => {
    const until = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock && new Promise<void>((release) => held.set(name, release))
    }
    locks.request(name, { ifAvailable: true }, until).catch(reject)
  })
}

/** Releases a name held by this tab. */
export function letGo(name: string) {
  const release = held.get(name)
  held.delete(name)
  release?.()
  answer()
}
