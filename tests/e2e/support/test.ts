import { test as base, expect, type Page } from '@playwright/test'
import { UNKNOWN_FIELDS_HEADER, UNKNOWN_PARAMETERS_HEADER } from '#contract/common'
import { type Receiver, startReceiver } from '../../support/receiver'
import { Backend } from './backend'

/** Tests provoke failed calls on purpose; anything else in the browser's console is a bug. */
const EXPECTED = /Failed to load resource|net::ERR_/

/**
 * Playwright's test with a real server. Its pages must not log to the console, violate their policy, or send unknown
 * parameters.
 */
export const test = base.extend<{ quietPage: undefined; receiver: Receiver }, { backend: Backend }>({
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const backend = await Backend.start()
      // Without an administrator, the console shows where to find the link that creates the first one.
      await backend.person({ systemRole: 'admin' })
      await use(backend)
      await backend.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ backend }, run) => run(backend.url),
  /** Receiver for connectors. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  receiver: async ({}, use) => {
    const receiver = await startReceiver()
    await use(receiver)
    await receiver.stop()
  },
  quietPage: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && !EXPECTED.test(message.text()))
          complaints.push(message.text())
      })
      page.on('response', (response) => {
        for (const header of [UNKNOWN_PARAMETERS_HEADER, UNKNOWN_FIELDS_HEADER]) {
          const unknown = response.headers()[header.toLowerCase()]
          if (unknown) complaints.push(`${response.url()} answers with ${header}: ${unknown}`)
        }
      })
      await page.addInitScript(() => {
        document.addEventListener(
          'securitypolicyviolation',
          ({ violatedDirective, blockedURI, sourceFile }) =>
            console.error(`The policy forbids ${blockedURI} (${violatedDirective}) in ${sourceFile}`),
        )
      })
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Signs in with the form, like a person. */
export async function signInByForm(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
