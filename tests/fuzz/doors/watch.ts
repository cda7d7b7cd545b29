import type { ConsoleMessage, Page, Worker } from '@playwright/test'

/** Under what the console keeps by itself: the code of a dashboard, what a person typed, and where they were. */
const OWN_KEYS = /^(dashboard:|draft:|lastPath\.)/
/** Milliseconds in which a page must answer a click. */
const RESPONSIVE = 1000

/** All that a script could leave behind in the page, a line for each part. */
async function traces(page: Page): Promise<string[]> {
  // No function has a name in it: tsx would call a helper of its own that the page does not have.
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

/** Whether a worker is the sandbox, and no part of the editor. */
export const isSandbox = (worker: Worker) => worker.url().includes('wasm-worker')

/** Looks whether a page is what it was, and asks for nothing that it need not. */
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
    page.on('pageerror', (error) => notice(`the page failed: ${error}`))
    page.on('crash', () => notice('the page crashed'))
    page.on('console', (message: ConsoleMessage) => {
      if (['error', 'warning'].includes(message.type())) notice(`the browser said: ${message.text()}`)
    })
    page.on('worker', (worker) => {
      if (!worker.url().startsWith(`${origin}/`)) notice(`a worker of ${worker.url()}`)
    })
  }

  /** Watches a page that shows what it shows when all is well. */
  static async over(page: Page, origin: string): Promise<Watch> {
    const watch = new Watch(page, origin)
    watch.#before = new Set(await traces(page))
    return watch
  }

  /** What was noticed since the last look. */
  async look(): Promise<string[]> {
    const noticed = this.#noticed
    this.#noticed = []
    const now = new Set(await traces(this.#page))
    const changes = [
      ...[...now].filter((trace) => !this.#before.has(trace)).map((trace) => `it left ${trace}`),
      ...[...this.#before].filter((trace) => !now.has(trace)).map((trace) => `it took away ${trace}`),
    ]
    const startedAt = performance.now()
    await this.#page.getByRole('heading', { level: 1 }).click()
    const milliseconds = performance.now() - startedAt
    const slow = milliseconds > RESPONSIVE ? [`a click took ${Math.round(milliseconds)} ms`] : []
    return [...noticed, ...changes, ...slow]
  }
}
