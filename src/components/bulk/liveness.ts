import { isStorageBlocked } from '../../storage'

/** How long the other tabs have to answer that something is theirs, in milliseconds. */
const ANSWER_WITHIN = 200

const CHANNEL = 'bulk'

/** What this tab holds. */
const held = new Map<string, () => void>()

/** Missing on pages without https, and refused with the storage. */
const { locks }: Partial<Pick<Navigator, 'locks'>> = isStorageBlocked() ? {} : navigator

/** Answers the other tabs, where there are no locks. */
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

/** Asks the other tabs. */
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

/** Whether a tab that is alive, this one or another, holds something. */
export async function isHeld(name: string): Promise<boolean> {
  if (held.has(name)) return true
  if (!locks) return isHeldElsewhere(name)
  const { held: all = [] } = await locks.query()
  return all.some((lock) => lock.name === name)
}

/** Holds something new for this tab, until it is let go or the tab ends. */
export function hold(name: string) {
  held.set(name, () => undefined)
  answer()
  void locks?.request(
    name,
    () => new Promise<void>((release) => (held.has(name) ? held.set(name, release) : release())),
  )
}

/** Holds what another tab may have held, and let go, or ended with. False: a tab that is alive has it. */
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

/** Lets go what this tab holds. */
export function letGo(name: string) {
  const release = held.get(name)
  held.delete(name)
  release?.()
  answer()
}
