import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { z } from 'zod'
import { type Engine, PATIENCE } from './engine'
import type { Wanted } from './inPage'

const PAUSE = 100

const KEYS = { Control: '\uE009', Enter: '\uE007', Escape: '\uE00C', ArrowDown: '\uE015', Tab: '\uE004' }

const found = z.union([
  z.object({ x: z.number(), y: z.number(), value: z.string() }),
  z.object({ not: z.string() }),
])

/** Bundles inPage.ts into one script. */
async function lookingScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('inPage.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'look',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return `(() => { ${outputFiles[0]?.text}; globalThis.look = look; return '' })()`
}

const keyActions = (keys: readonly string[]) => [
  ...keys.map((value) => ({ type: 'keyDown', value })),
  ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
]

const wantedOf = (role: string | undefined, name: string | RegExp): Wanted => ({
  ...(role !== undefined && { role }),
  ...(typeof name === 'string' ? { name } : { name: name.source, isPattern: true }),
})

/** A person at a browser, who sees roles, names and texts, clicks and types. Each method waits for what it needs. */
export async function personAt(engine: Engine, origin: string) {
  const script = await lookingScript()
  /** Evaluates in the page. A new page gets the script first. */
  const ask = async (expression: string): Promise<unknown> => {
    const answer = await engine.evaluate(`('look' in globalThis ? JSON.stringify(${expression}) : '')`)
    if (answer !== '') return JSON.parse(answer)
    await engine.evaluate(script)
    return ask(expression)
  }
  /** Repeats until there is a result. A page that navigates away throws. */
  async function until<Answer>(what: string, look: () => Promise<Answer | undefined>): Promise<Answer> {
    const deadline = Date.now() + PATIENCE
    let last = ''
    while (Date.now() < deadline) {
      const answer = await look().catch((error: unknown) => void (last = String(error)))
      if (answer !== undefined) return answer
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
    const page = String(await ask('look.textOfPage()').catch(String))
    throw new Error(`${what} ${last}\nThe page says: ${page.slice(0, 600)}`)
  }
  /** Where an element is once it has stopped moving. */
  async function place(role: string | undefined, name: string | RegExp) {
    const wanted = JSON.stringify(wantedOf(role, name))
    let before = ''
    let problem = 'there'
    return until(`No ${role ?? 'field'} ${String(name)}`, async () => {
      const answer = found.parse(await ask(`look.find(${wanted})`))
      if ('not' in answer) {
        problem = answer.not
        throw new Error(`is ${problem}`)
      }
      const now = `${answer.x} ${answer.y}`
      const isStill = now === before
      before = now
      return isStill ? answer : undefined
    })
  }
  const press = async (...keys: readonly string[]) =>
    engine.act([{ type: 'key', id: 'keyboard', actions: keyActions(keys) }])
  const person = {
    open: async (path: string) => engine.open(origin + path),
    /** Holds these keys together. */
    press,
    async type(text: string) {
      await engine.act([
        { type: 'key', id: 'keyboard', actions: [...text].flatMap((character) => keyActions([character])) },
      ])
    },
    async sees(role: string, name: string | RegExp) {
      await place(role, name)
    },
    async seesNo(role: string, name: string | RegExp) {
      const wanted = JSON.stringify(wantedOf(role, name))
      await until(
        `There is ${role} ${String(name)}`,
        async () => (await ask(`look.isAbsent(${wanted})`)) === true || undefined,
      )
    },
    async click(role: string | undefined, name: string | RegExp) {
      const { x, y } = await place(role, name)
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await engine.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
    },
    /** Replaces the text of a field. */
    async fill(label: string | RegExp, text: string) {
      await person.click(undefined, label)
      await press(KEYS.Control, 'a')
      await person.type(text)
      await until(`${String(label)} does not hold ${text}`, async () =>
        (await place(undefined, label)).value === text ? true : undefined,
      )
    },
    async reads(text: string | RegExp) {
      await until(`Nothing says ${String(text)}`, async () => {
        const all = String(await ask('look.textOfPage()'))
        return (typeof text === 'string' ? all.includes(text) : text.test(all)) || undefined
      })
    },
    async isAt(address: RegExp) {
      await until(
        `Not at ${String(address)}`,
        async () => address.test(String(await ask('location.pathname + location.search'))) || undefined,
      )
    },
    waitFor: async (problem: string, isSo: () => Promise<boolean>) => {
      await until(problem, async () => (await isSo()) || undefined)
    },
    /** Errors of pages since the last call. */
    complaints: async () => z.array(z.string()).parse(await ask('look.takeComplaints()')),
  }
  return person
}

export { KEYS }
export type Person = Awaited<ReturnType<typeof personAt>>
