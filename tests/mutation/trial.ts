import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Plugin } from 'vite'
import { createVitest, type Vitest } from 'vitest/node'

/** Milliseconds for a test, and for what it waits to see: without a fault each takes far less. */
const PATIENCE = { test: 20_000, poll: 8000 }
/** A run is endless after this many times its usual duration, and these milliseconds. */
const ENDLESS = { times: 10, more: 5000 }

/** What the tests say about a source. */
export type Result = 'passed' | 'failed' | 'endless'

/**
 * Tests that run again and again, each time with another text of one file. Only their module loader sees it: the file stays as it is. The
 * tests run in a thread of their own, so that endless ones can be ended.
 */
export class Trial {
  readonly #path: string
  readonly #tests: readonly string[]
  #vitest: Vitest | undefined
  #text: string | undefined
  /** Milliseconds of the shortest run; the first one loads everything. */
  #usual: number | undefined

  constructor(file: string, tests: readonly string[]) {
    this.#path = resolve(file)
    this.#tests = tests
  }

  /** Runs the tests with another text of the file. */
  async run(text: string): Promise<Result> {
    this.#text = text
    const vitest = (this.#vitest ??= await this.#open())
    vitest.invalidateFile(this.#path)
    const tests = await vitest.globTestSpecifications()
    if (tests.length === 0) throw new Error(`There are no tests ${this.#tests.join(', ')}.`)
    const began = performance.now()
    const over = new AbortController()
    const running = vitest.runTestSpecifications(tests).finally(() => over.abort())
    const limit = this.#usual === undefined ? 600_000 : ENDLESS.times * this.#usual + ENDLESS.more
    const result = await Promise.race([running, wait(limit, undefined, over).catch(() => undefined)])
    if (!result) {
      await this.#end(vitest)
      return 'endless'
    }
    this.#usual = Math.min(this.#usual ?? Number.POSITIVE_INFINITY, performance.now() - began)
    const isFailed = result.unhandledErrors.length > 0 || result.testModules.some((module) => !module.ok())
    return isFailed ? 'failed' : 'passed'
  }

  /** Ends what is still running. */
  async close(): Promise<void> {
    await this.#vitest?.close()
  }

  /** Ends a run: asked twice, vitest does not wait for the tests. */
  async #end(vitest: Vitest): Promise<void> {
    this.#vitest = undefined
    await Promise.all([vitest.cancelCurrentRun('test-failure'), vitest.cancelCurrentRun('test-failure')])
    await vitest.close()
  }

  #open(): Promise<Vitest> {
    const plugin: Plugin = {
      name: 'mutant',
      enforce: 'pre',
      load: (id) => (id === this.#path ? this.#text : undefined),
    }
    const options = {
      config: false as const,
      watch: false,
      include: [...this.#tests],
      tags: [{ name: 'heavy' }],
      tagsFilter: ['!heavy'],
      pool: 'threads' as const,
      isolate: false,
      maxWorkers: 1,
      bail: 1,
      reporters: [{}],
      testTimeout: PATIENCE.test,
      hookTimeout: PATIENCE.test,
      expect: { poll: { timeout: PATIENCE.poll } },
    }
    return createVitest('test', options, { plugins: [plugin] })
  }
}
