import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Setup } from './setup'

const program = fileURLToPath(new URL('tailProcess.ts', import.meta.url))
const shownSchema = z.object({ ids: z.array(z.string()), readings: z.number() })

/** Follows the messages of the space as the console does. */
export function openTail({ base, token, spaceId }: Setup) {
  const child = fork(program, {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, BASE: base, TOKEN: token, SPACE_ID: spaceId },
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The tail has ended.')))
  ended.catch(() => undefined)
  return {
    /** Ids of the rows, newest first, and the number of pages that were read so far. */
    async shown() {
      const answered = once(child, 'message')
      child.send('show')
      const [answer] = await Promise.race([answered, ended])
      return shownSchema.parse(answer)
    },
    close: () => child.kill(),
  }
}
