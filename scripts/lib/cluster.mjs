import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Failure, root } from './project.mjs'

/** Starts the PostgreSQL that tests share, and returns a function that stops it. It also ends if this process is killed. */
export async function startSharedCluster() {
  const args = ['--import', 'tsx', 'tests/support/runCluster.ts']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  if (typeof line !== 'string') throw new Failure('The PostgreSQL of the tests did not start.')
  const [url, template] = line.split(' ')
  Object.assign(process.env, { TEST_CLUSTER_URL: url, TEST_CLUSTER_TEMPLATE: template })
  return async () => {
    child.stdin.end()
    await ended
  }
}
