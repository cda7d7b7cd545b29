import type { Browser } from '@playwright/test'
import type { Backend } from '../../e2e/support/backend'
import { aimAt } from '../judge'
import { follow, isHonest, judge, keep, openDashboards, outcomeOf } from './dashboards'
import { bodyOf, type Door, errorIn } from './door'

/** Scripts are the code that this browser keeps for the dashboard of a device. */
export async function dashboardDoor(browser: Browser, backend: Backend, listener: string): Promise<Door> {
  const { page, own, hostile, watch } = await openDashboards(browser, backend)
  return {
    name: 'a dashboard, as its saved code',
    async attack(attack) {
      await keep(page, hostile.key, bodyOf(aimAt(listener, attack)))
      const startedAt = performance.now()
      await follow(page, hostile)
      const text = await outcomeOf(page)
      const milliseconds = performance.now() - startedAt
      const noticed = await watch.look()
      await follow(page, own)
      const objections = [...noticed, ...judge(text, await isHonest(page))]
      return { end: errorIn(text, 'no readings'), milliseconds, objections }
    },
    asked: () => watch.asked,
    close: () => page.close(),
  }
}
