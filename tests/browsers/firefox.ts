import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { type EngineKind, end, programOnPath, SIZE, startUntil, within } from './engine'

/** The parts of a response or an event that are used here. */
const message = z.object({
  id: z.number().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  method: z.string().optional(),
  params: z.object({ level: z.string().optional(), text: z.string().nullish() }).optional(),
  result: z
    .object({
      contexts: z.array(z.object({ context: z.string() })).optional(),
      result: z.object({ value: z.string() }).optional(),
      exceptionDetails: z.object({ text: z.string() }).optional(),
    })
    .optional(),
})
type Answer = NonNullable<z.infer<typeof message>['result']>

/** Connects to WebDriver BiDi: sends commands, also at the same time, and collects the errors that pages log. */
async function connect(address: string) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: z.infer<typeof message>) => void>()
  const errors: string[] = []
  socket.addEventListener('message', ({ data }) => {
    if (typeof data !== 'string') return
    const received = message.parse(JSON.parse(data))
    if (received.id !== undefined) waiting.get(received.id)?.(received)
    else if (received.method === 'log.entryAdded' && received.params?.level === 'error')
      errors.push(received.params.text ?? '')
  })
  let last = 0
  const send = async (method: string, params: object = {}): Promise<Answer> => {
    const id = (last += 1)
    socket.send(JSON.stringify({ id, method, params }))
    const answering = new Promise<z.infer<typeof message>>((resolve) => {
      waiting.set(id, resolve)
    })
    const { error, message: text, result = {} } = await within(method, answering)
    waiting.delete(id)
    if (error !== undefined) throw new Error(`${method}: ${error} ${text}`)
    return result
  }
  return { send, errors, disconnect: () => socket.close() }
}

const PREFERENCES = {
  'browser.download.folderList': 2,
  'browser.download.useDownloadDir': true,
  'browser.download.alwaysOpenPanel': false,
  'intl.accept_languages': 'en',
  'datareporting.policy.dataSubmissionEnabled': false,
}

/** Firefox's own start page leaves the focus in the address bar, and dialogs keep theirs only in a focused document. */
const FIRST_PAGE = 'data:text/html,Start'

/** Firefox, controlled directly by WebDriver BiDi. */
export const firefox: EngineKind = {
  name: 'Firefox',
  packages: ['firefox-esr'],
  missing: () => (programOnPath('firefox-esr', 'firefox') ? [] : ['firefox']),
  async start(home) {
    const profile = join(home, 'profile')
    await mkdir(profile)
    const preferences = Object.entries({ ...PREFERENCES, 'browser.download.dir': home })
    await writeFile(
      join(profile, 'user.js'),
      preferences
        .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
        .join('\n'),
    )
    const { child, said } = await startUntil(
      programOnPath('firefox-esr', 'firefox') ?? 'firefox',
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', FIRST_PAGE],
      { env: { HOME: home }, pattern: /WebDriver BiDi listening on (ws:\S+)/ },
    )
    const { send, errors, disconnect } = await connect(`${said}/session`)
    await send('session.new', { capabilities: {} })
    await send('session.subscribe', { events: ['log.entryAdded'] })
    const [context] = (await send('browsingContext.getTree')).contexts ?? []
    if (!context) throw new Error('Firefox has no window')
    await send('browsingContext.setViewport', { ...context, viewport: SIZE })
    return {
      errors,
      async open(url) {
        await send('browsingContext.navigate', { ...context, url, wait: 'none' })
      },
      async evaluate(expression) {
        const { result, exceptionDetails } = await send('script.evaluate', {
          expression,
          target: context,
          awaitPromise: true,
        })
        if (exceptionDetails) throw new Error(exceptionDetails.text)
        return result?.value ?? ''
      },
      async act(actions) {
        await send('input.performActions', { ...context, actions })
      },
      async close() {
        await send('browser.close').catch(() => undefined)
        disconnect()
        await end(child)
      },
    }
  },
}
