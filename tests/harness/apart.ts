import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Lifetime } from '../../server/lifetime'

/** Starts a program in a process of its own, which is given a task and then answers questions, one at a time. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The program says what it is asked and what it answers.
export function startApart<Asked extends object, Answer>(lifetime: Lifetime, program: URL, task: unknown) {
  const child = fork(fileURLToPath(program), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, TASK: JSON.stringify(task) },
    serialization: 'advanced',
  })
  lifetime.defer(() => void child.kill())
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${program.pathname} has ended.`)))
  ended.catch(() => undefined)
  return async (question: Asked): Promise<Answer> => {
    const answered = once(child, 'message')
    child.send(question)
    const [answer] = await Promise.race([answered, ended])
    return answer
  }
}

/** In such a program: its task. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The program knows what it was given.
export const taskOf = <Task>(): Task => JSON.parse(process.env.TASK ?? '')

/** In such a program: answers questions. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The program knows what it is asked.
export function answer<Asked>(reply: (question: Asked) => unknown) {
  const send = async (question: Asked) => process.send?.(await reply(question))
  process.on('message', (question: Asked) => void send(question))
  process.on('disconnect', () => process.exit())
}
