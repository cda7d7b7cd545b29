import { type Browser, expect } from '@playwright/test'
import type { Backend } from '../../e2e/support/backend'
import { aConnector } from '../../support/builders'
import { ESCAPED } from '../corpus'
import { aimAt, HONEST_RESULT, HONEST_VALUE } from '../judge'
import { openConsole, PATIENCE, paste } from './browser'
import { type Door, errorIn, mainOf } from './door'
import { Watch } from './watch'

/** Where requests of an attack would go: the preview sends none. */
const NOWHERE = 'https://receiver.invalid/'
const HONEST_CODE = `function main({ message: { body: job } }) { return { url: '${NOWHERE}', data: JSON.stringify(${HONEST_RESULT}) } }`

/** Scripts are pasted into the code of a connector; its preview runs them on a message. */
export async function previewDoor(browser: Browser, backend: Backend, listener: string): Promise<Door> {
  const { page, space, tag } = await openConsole(browser, backend)
  const { id } = await aConnector(backend, space, { tags: [tag] })
  await page.goto(`/space/${space.id}/connectors/${id}?edit=true&tab=preview`)
  const result = page.getByRole('region', { name: 'Result', exact: true })

  /** Runs code in the preview; returns the displayed result. */
  const run = async (code: string): Promise<{ verdict: string; output: string }> => {
    await paste(page, 'Transformation', code)
    await expect(result.getByRole('progressbar')).toHaveCount(0, PATIENCE)
    await expect(result.getByRole('status')).toContainText(/would|Cancelled/, PATIENCE)
    const verdict = await result.getByRole('status').innerText()
    return { verdict, output: (await result.getByRole('tabpanel').textContent()) ?? '' }
  }
  const honestRun = async () => (await run(HONEST_CODE)).output
  const honestOutput = await honestRun()
  const watch = await Watch.over(page, backend.url)

  return {
    name: 'the preview of a connector',
    async attack(attack) {
      const startedAt = performance.now()
      const { verdict, output } = await run(mainOf(aimAt(listener, attack), NOWHERE))
      const milliseconds = performance.now() - startedAt
      const objections = await watch.look()
      if (output.includes(ESCAPED)) objections.push('it got hold of the host')
      const honest = await honestRun()
      if (honest !== honestOutput || !honest.includes(JSON.stringify(HONEST_VALUE)))
        objections.push(`the honest edit after it gave ${honest}`)
      return { end: errorIn(output, verdict.split('\n', 1)[0] ?? ''), milliseconds, objections }
    },
    asked: () => watch.asked,
    close: () => page.close(),
  }
}
