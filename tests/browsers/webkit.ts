import { z } from 'zod'
import { freePort } from '../../server/db/cluster/postmaster'
import { type EngineKind, end, PATIENCE, programOnPath, SIZE, startUntil, within } from './engine'

const answer = z.object({ value: z.unknown() })
const failure = z.object({ error: z.string(), message: z.string() })
const session = z.object({ sessionId: z.string() })

/** Sends a command of the classic WebDriver. Errors: those of the driver. */
async function command(address: string, method: 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(PATIENCE),
    ...(body && { body: JSON.stringify(body) }),
  })
  const { value } = answer.parse(await response.json())
  if (response.ok) return value
  const { error, message } = failure.parse(value)
  throw new Error(`${new URL(address).pathname}: ${error} ${message}`)
}

/** Waits until a program listens at the address. */
async function listening(address: string) {
  for (;;) {
    const isThere = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Safari's engine in WebKitGTK's own browser, on a screen in memory. It has the classic WebDriver only. */
export const webkit: EngineKind = {
  name: 'WebKit',
  packages: ['webkit2gtk-driver', 'xvfb'],
  missing: () => ['WebKitWebDriver', 'Xvfb'].filter((program) => !programOnPath(program)),
  async start(home) {
    const screen = await startUntil('Xvfb', ['-displayfd', '1', '-screen', '0', '1500x1000x24'], {
      pattern: /^(\d+)\n/,
    })
    const port = await freePort()
    const driver = await startUntil('sh', ['-c', `echo started; exec WebKitWebDriver --port=${port}`], {
      // Without a system language `Intl` does not accept `navigator.language`.
      env: { HOME: home, DISPLAY: `:${screen.said}`, LANG: 'en_US.UTF-8' },
      pattern: /(started)/,
    })
    const address = `http://127.0.0.1:${port}`
    await within('WebKitWebDriver', listening(address))
    // Do not wait for a page to load.
    const capabilities = { alwaysMatch: { pageLoadStrategy: 'none' } }
    const { sessionId } = session.parse(await command(`${address}/session`, 'POST', { capabilities }))
    const own = `${address}/session/${sessionId}`
    await command(`${own}/window/rect`, 'POST', { x: 0, y: 0, ...SIZE })
    return {
      errors: [],
      async open(url) {
        await command(`${own}/url`, 'POST', { url })
      },
      evaluate: async (expression) =>
        z
          .string()
          .parse(await command(`${own}/execute/sync`, 'POST', { script: `return ${expression}`, args: [] })),
      async act(actions) {
        await command(`${own}/actions`, 'POST', { actions })
      },
      async close() {
        await command(own, 'DELETE').catch(() => undefined)
        await end(driver.child)
        await end(screen.child)
      },
    }
  },
}
