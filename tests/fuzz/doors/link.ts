import { type Browser, expect, type Worker } from '@playwright/test'
import { LINK_PARAMETER } from '../../../src/pages/dashboard/code/link'
import type { Backend } from '../../e2e/support/backend'
import { aimAt } from '../judge'
import { PATIENCE } from './browser'
import { follow, isHonest, judge, openDashboards, outcomeOf } from './dashboards'
import { bodyOf, type Door, errorIn } from './door'
import { isSandbox } from './watch'

/** Scripts come with a link to a dashboard. Nothing may run before the click. */
export async function linkDoor(browser: Browser, backend: Backend, listener: string): Promise<Door> {
  const { page, own, watch } = await openDashboards(browser, backend)
  const question = page.getByRole('heading', { name: 'This link contains code' })
  const refusal = page.getByText(/^The code in this link/)
  return {
    name: 'a dashboard, by a link',
    async attack(attack) {
      const early: string[] = []
      const note = (worker: Worker) => isSandbox(worker) && early.push('it ran before the click')
      page.on('worker', note)
      const code = Buffer.from(bodyOf(aimAt(listener, attack))).toString('base64url')
      await follow(page, own, `#${LINK_PARAMETER}=${code}`)
      await expect(question.or(refusal)).toBeVisible(PATIENCE)
      if (await refusal.isVisible()) {
        page.off('worker', note)
        const noticed = await watch.look()
        await follow(page, own)
        return {
          end: 'refused',
          milliseconds: 0,
          objections: [...noticed, ...judge('', await isHonest(page))],
        }
      }
      await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible(PATIENCE)
      // The sandbox of the page before goes when the question comes.
      await expect.poll(() => page.workers().filter(isSandbox).length, PATIENCE).toBe(0)
      const before = await watch.look()
      page.off('worker', note)
      const startedAt = performance.now()
      await page.getByRole('button', { name: 'Run this code' }).click()
      const text = await outcomeOf(page)
      const milliseconds = performance.now() - startedAt
      const noticed = await watch.look()
      await page.getByRole('button', { name: 'Back to my code' }).click()
      const objections = [...early, ...before, ...noticed, ...judge(text, await isHonest(page))]
      return { end: errorIn(text, 'no readings'), milliseconds, objections }
    },
    asked: () => watch.asked,
    close: () => page.close(),
  }
}
