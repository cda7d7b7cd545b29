import { setTimeout as wait } from 'node:timers/promises'
import type { Proxy } from '../support/proxy'

interface Options {
  seconds: number
  /** From 0 to 1. */
  random: () => number
}

/** Drops, cuts and delays the connections of a proxy at random for some time, then lets everything through. */
export async function disturb(proxy: Proxy, { seconds, random }: Options) {
  const done = { drops: 0, cuts: 0, cutFor: 0, delays: 0 }
  const upTo = (milliseconds: number) => Math.round(random() * milliseconds)
  const kinds = {
    async drop() {
      done.drops += 1
      proxy.drop()
    },
    async cut() {
      const time = 200 + upTo(3800)
      done.cuts += 1
      done.cutFor += time
      proxy.cut()
      await wait(time)
      proxy.restore()
    },
    async delay() {
      done.delays += 1
      proxy.delay(50 + upTo(1500))
      await wait(500 + upTo(2500))
      proxy.delay(0)
    },
  }
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    const kind = (['drop', 'cut', 'delay'] as const)[Math.floor(random() * 3)]
    if (kind) await kinds[kind]()
    await wait(upTo(2000))
  }
  return done
}
