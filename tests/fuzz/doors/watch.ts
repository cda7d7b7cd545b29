import type { ConsoleMessage, Page, Worker } from '@playwright/test'

/** Storage keys of the console itself: dashboard code, drafts and the last address. */
const OWN_KEYS = /^(dashboard:|draft:|lastPath\.)/
/** Error of the editor's checks in their own worker, when code is nested too deeply. */
const TOO_DEEP = /Maximum call stack size exceeded[^]*\/assets\/ts\.worker-/
/** Milliseconds in which a page must respond to a click. */
const RESPONSIVE = 1000

/** Lists everything that a script could leave behind in the page, one line each. */
async function traces(page: Page): Promise<string[]> {
  // Only anonymous functions: for named ones tsx inserts a helper that does not exist in the page.
  const found = await page.evaluate(() => ({
    global: Object.getOwnPropertyNames(window).filter((name) => !/^\d+$/.test(name)),
    prototype: [Object, Array, Function, String, Promise, Error].flatMap(({ name, prototype }) =>
      Reflect.ownKeys(prototype).map((key) => `${name} ${String(key)}`),
    ),
    storage: [localStorage, sessionStorage].flatMap((storage) =>
      Object.entries(storage).map(([key, value]) => `${key}: ${value}`),
    ),
    cookie: [document.cookie],
  }))
  const storage = found.storage.filter((line) => !OWN_KEYS.test(line))
  return Object.entries({ ...found, storage }).flatMap(([part, lines]) =>
    lines.map((line) => `${part} ${line}`),
  )
}

/** Milliseconds from a click to the next frame. */
async function answerTime(page: Page): Promise<number> {
  const answered = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) => requestAnimationFrame(() => resolve(performance.now() - timeStamp)),
          { once: true, capture: true },
        )
      }),
  )
  await page.getByRole('heading', { level: 1 }).click()
  return answered
}

/** Whether a worker is the sandbox, not part of the editor. */
export const isSandbox = (worker: Worker) => worker.url().includes('wasm-worker')

/** Checks that a page stays as it was, and makes no unnecessary requests. */
export class Watch {
  readonly asked: string[] = []
  readonly #page: Page
  #noticed: string[] = []
  #before: ReadonlySet<string> = new Set()

  private constructor(page: Page, origin: string) {
    this.#page = page
    const notice = (what: string) => this.#noticed.push(what)
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url()))
        this.asked.push(request.url())
    })
    page.on('dialog', (dialog) => {
      notice(`it opened a dialog: ${dialog.message().slice(0, 80)}`)
      void dialog.dismiss()
    })
    page.on('popup', (popup) => notice(`it opened ${popup.url()}`))
    page.on('pageerror', (error) => {
      if (!TOO_DEEP.test(error.stack ?? '')) notice(`the page failed: ${error}`)
    })
    page.on('crash', () => notice('the page crashed'))
    page.on('console', (message: ConsoleMessage) => {
      if (['error', 'warning'].includes(message.type())) notice(`the browser said: ${message.text()}`)
    })
    page.on('worker', (worker) => {
      if (!worker.url().startsWith(`${origin}/`)) notice(`a worker of ${worker.url()}`)
    })
  }

  /** Watches a page that is in its normal state. */
  static async over(page: Page, origin: string): Promise<Watch> {
    const watch = new Watch(page, origin)
    watch.#before = new Set(await traces(page))
    return watch
  }

  /** Problems since the last check. */
  async look(): Promise<string[]> {
    const noticed = this.#noticed
    this.#noticed = []
    const now = new Set(await traces(this.#page))
    const changes = [
      ...[...now].filter((trace) => !this.#before.has(trace)).map((trace) => `it left ${trace}`),
      ...[...this.#before].filter((trace) => !now.has(trace)).map((trace) => `it took away ${trace}`),
    ]
    // The machine may have been busy, so the page gets another attempt.
    const answers =
      (await answerTime(this.#page)) <= RESPONSIVE || (await answerTime(this.#page)) <= RESPONSIVE
    return [
      ...noticed,
      ...changes,
      ...(answers ? [] : [`the page took more than ${RESPONSIVE} ms for a click`]),
    ]
  }
}
