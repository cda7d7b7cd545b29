import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Lifetime } from '../../server/lifetime'

/** Task, questions and answers of a program in a process of its own; both sides use the same type. */
export interface Program {
  task: object
  asked: object
  answer: unknown
}

/** Asks the program a question. */
export type Ask<P extends Program> = (asked: P['asked']) => Promise<P['answer']>

/** Starts a program in a process of its own, and asks it one question at a time. */
export function startApart<P extends Program>(lifetime: Lifetime, program: URL, task: P['task']): Ask<P> {
  const child = fork(fileURLToPath(program), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, TASK: JSON.stringify(task) },
    serialization: 'advanced',
  })
  lifetime.defer(() => void child.kill())
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${program.pathname} has ended.`)))
  ended.catch(() => undefined)
  return async (asked) => {
    const answered = once(child, 'message')
    child.send(asked)
    const [answer] = await Promise.race([answered, ended])
    return answer
  }
}

/** Runs in such a program: receives its task, and answers questions. */
export function runApart<P extends Program>(
  begin: (task: P['task']) => (asked: P['asked']) => P['answer'] | Promise<P['answer']>,
): void {
  const answer = begin(JSON.parse(process.env.TASK ?? ''))
  const send = async (asked: P['asked']) => process.send?.(await answer(asked))
  process.on('message', (asked: P['asked']) => void send(asked))
  process.on('disconnect', () => process.exit())
}
