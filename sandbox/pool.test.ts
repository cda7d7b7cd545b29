import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSandbox } from './pool'
import type { Report, SandboxWorker, Task } from './worker'

/** A worker controlled by the source: it answers, hangs, dies, or answers and is spent; its result is its input. */
class FakeWorker implements SandboxWorker {
  isTerminated = false
  #listener: (report: Report) => void = () => {}

  listen(listener: (report: Report) => void) {
    this.#listener = listener
    this.#say(canStart ? { type: 'ready' } : { type: 'died' })
  }

  post({ script, input }: Task) {
    posted.push(input)
    if (script.source === 'hang') return
    const outcome = { value: input, taken: null, lost: [], logs: [], milliseconds: Number(input) }
    const report: Report =
      script.source === 'die' ? { type: 'died' } : { type: 'done', outcome, spent: script.source === 'spend' }
    this.#say(report, Number(input))
  }

  terminate() {
    this.isTerminated = true
  }

  #say(report: Report, milliseconds = 0) {
    setTimeout(() => {
      if (!this.isTerminated) this.#listener(report)
    }, milliseconds)
  }
}

let workers: FakeWorker[]
let posted: string[]
let canStart: boolean

const sandboxOf = (size: number, forQuick = 0) =>
  createSandbox({
    size,
    forQuick,
    spawn: () => {
      const worker = new FakeWorker()
      workers.push(worker)
      return worker
    },
  })
const script = (source: string) => ({ source, entry: 'body' }) as const

beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  posted = []
  canStart = true
})
afterEach(() => vi.useRealTimers())

async function settled<T>(running: Promise<T>): Promise<T> {
  running.catch(() => undefined)
  await vi.runAllTimersAsync()
  return running
}

test('workers start when they are needed, up to the limit', async () => {
  const sandbox = sandboxOf(2)
  expect(workers).toHaveLength(0)
  await settled(sandbox.run(script('answer'), '1'))
  expect(workers).toHaveLength(1)
  await settled(sandbox.runAll(script('answer'), ['1', '2', '3', '4']))
  expect(workers).toHaveLength(2)
})

test('owners share the time, so that quick scripts do not wait for many slow ones', async () => {
  const sandbox = sandboxOf(1)
  const slow = sandbox.runAll(script('answer'), ['100', '101', '102'], { owner: ['slow'] })
  const quick = sandbox.runAll(script('answer'), ['1', '2', '3', '4'], { owner: ['quick'] })
  await settled(Promise.all([slow, quick]))
  expect(posted).toEqual(['100', '1', '2', '3', '4', '101', '102'])
})

test('an owner that waits for each answer gets no more than its share either', async () => {
  const sandbox = sandboxOf(1)
  const oneByOne = async () => {
    for (const input of ['100', '101', '102']) await sandbox.run(script('answer'), input, { owner: ['slow'] })
  }
  const quick = sandbox.runAll(script('answer'), ['30', '31', '32', '33', '34'], { owner: ['quick'] })
  await settled(Promise.all([oneByOne(), quick]))
  expect(posted).toEqual(['30', '100', '31', '32', '33', '101', '34', '102'])
})

test('the parts of an owner divide the share of the owner, so that many parts get no more', async () => {
  const sandbox = sandboxOf(1)
  const run = (input: string, ...owner: string[]) => sandbox.run(script('answer'), input, { owner })
  const many = ['100', '101', '102'].map((input, n) => run(input, 'greedy', `space ${n}`, 'loop'))
  const beside = run('60', 'greedy', 'space 0', 'quick')
  const other = ['5', '6', '7'].map((input) => run(input, 'modest', 'home', 'quick'))
  await settled(Promise.all([...many, beside, ...other]))
  expect(posted).toEqual(['100', '5', '6', '7', '101', '102', '60'])
})

test('one of several workers is reserved for quick scripts, which never wait for slow ones', async () => {
  const sandbox = sandboxOf(2, 1)
  const run = (input: string, name: string) => sandbox.run(script('answer'), input, { owner: ['a', name] })
  await settled(run('1', 'quick'))
  const slow = ['200', '201', '202'].map((input, n) => run(input, `slow ${n}`))
  const quick = ['2', '3', '4'].map((input) => run(input, 'quick'))
  await settled(Promise.all([...slow, ...quick]))
  expect(posted).toEqual(['1', '200', '2', '3', '4', '201', '202'])
})

test('a slow script counts as quick again after some quick runs', async () => {
  const sandbox = sandboxOf(2, 1)
  const run = (input: string) => sandbox.run(script('answer'), input, { owner: ['a'] })
  await settled(run('250'))
  const blocked = sandbox.run(script('answer'), '240', { owner: ['b'] })
  const next = run('1')
  await settled(Promise.all([blocked, next]))
  expect(posted).toEqual(['250', '240', '1'])
  for (let n = 0; n < 16; n++) await settled(run('2'))
  const again = [
    sandbox.run(script('answer'), '241', { owner: ['b'] }),
    sandbox.run(script('answer'), '242', { owner: ['c'] }),
    run('3'),
  ]
  await settled(Promise.all(again))
  expect(posted.slice(-3)).toEqual(['241', '3', '242'])
})

test('outcomes are in the order of the inputs', async () => {
  const reported: [number, string][] = []
  const inputs = ['30', '10', '20', '1']
  const outcomes = await settled(
    sandboxOf(3).runAll(script('answer'), inputs, {
      onOutcome: (index, outcome) => reported.push([index, 'value' in outcome ? outcome.value : '']),
    }),
  )
  expect(reported).toEqual(inputs.map((input, index) => [index, input]))
  expect(outcomes).toMatchObject(inputs.map((value) => ({ value })))
})

test('a worker that does not answer is terminated, and the next run gets a new one', async () => {
  const sandbox = sandboxOf(1)
  const outcome = await settled(sandbox.run({ ...script('hang'), limits: { milliseconds: 40 } }, '1'))
  expect(outcome).toMatchObject({
    error: { name: 'TimeoutError', message: 'the function ran longer than 40 ms' },
  })
  expect(workers[0]?.isTerminated).toBe(true)
  expect(await settled(sandbox.run(script('answer'), '2'))).toMatchObject({ value: '2' })
  expect(workers).toHaveLength(2)
})

test('a worker that dies during a run counts as out of memory', async () => {
  const sandbox = sandboxOf(1)
  expect(await settled(sandbox.run(script('die'), '1'))).toMatchObject({ error: { name: 'MemoryError' } })
  expect(await settled(sandbox.run(script('answer'), '2'))).toMatchObject({ value: '2' })
})

test('a worker that a run has spent runs nothing more', async () => {
  const sandbox = sandboxOf(1)
  expect(await settled(sandbox.run(script('spend'), '1'))).toMatchObject({ value: '1' })
  expect(await settled(sandbox.run(script('answer'), '2'))).toMatchObject({ value: '2' })
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
})

test('a worker that cannot start is no fault of the script', async () => {
  canStart = false
  await expect(settled(sandboxOf(1).run(script('answer'), '1'))).rejects.toThrow('cannot be started')
})

test('a source above 64 kB does not run', async () => {
  const outcome = await settled(sandboxOf(1).run(script('ž'.repeat(33_000)), '1'))
  expect(outcome).toMatchObject({ error: { name: 'SourceTooLargeError' } })
  expect(workers).toHaveLength(0)
})

test('an aborted caller gets the reason, and its waiting runs are dropped', async () => {
  const sandbox = sandboxOf(1)
  const controller = new AbortController()
  const runs = sandbox.runAll(script('answer'), ['1', '2', '3'], { signal: controller.signal })
  controller.abort(new Error('another page'))
  await expect(settled(runs)).rejects.toThrow('another page')
  expect(posted).toEqual(['1'])
})

test('closing terminates all workers and rejects running and waiting runs; a later run starts new workers', async () => {
  const sandbox = sandboxOf(1)
  const runs = [sandbox.run(script('hang'), '1'), sandbox.run(script('answer'), '2')]
  const results = Promise.allSettled(runs)
  await vi.advanceTimersByTimeAsync(10)
  sandbox.close()
  expect(await settled(results)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true])
  expect(await settled(sandbox.run(script('answer'), '3'))).toMatchObject({ value: '3' })
})
