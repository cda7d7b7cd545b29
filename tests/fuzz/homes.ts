import { createServer } from 'node:http'
import { chromium } from '@playwright/test'
import type { Outcome, Script } from '#sandbox'
import { startSandbox } from '../../server/services/sandbox'
import { chromiumOptions } from '../support/chromium'
import { serveSandboxPage } from '../support/sandbox/servePage'

/** A place that runs scripts. */
export interface Home {
  name: string
  run: (script: Script, input: string) => Promise<Outcome>
  /** Requests that should not have been made. */
  asked: () => string[]
  close: () => Promise<void>
}

/** The server's threads. */
export function serverHome(): Home {
  const sandbox = startSandbox({ size: 1 })
  return {
    name: 'threads of the server',
    run: (script, input) => sandbox.run(script, input),
    asked: () => [],
    close: async () => sandbox.close(),
  }
}

/** The console's worker, in Chromium, with the policies of the real server. */
export async function browserHome(): Promise<Home> {
  const served = await serveSandboxPage()
  const browser = await chromium.launch(chromiumOptions)
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${served.url}/`)) asked.push(request.url())
  })
  await page.goto(served.url)
  await page.waitForFunction(() => 'sandbox' in window)
  return {
    name: 'a worker in Chromium',
    run: (script, input) =>
      page.evaluate(([script, input]) => window.sandbox.run(script, input), [script, input] as const),
    asked: () => asked,
    async close() {
      await browser.close()
      await served.close()
    },
  }
}

/** Starts a server on the loopback that records every request. */
export async function startListener() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.end()
  })
  server.on('upgrade', (request, socket) => {
    requests.push(`upgrade ${request.url}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
