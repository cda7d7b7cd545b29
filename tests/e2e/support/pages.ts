import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Widths of a phone, a tablet and a desktop. */
export const WIDTHS = [375, 900, 1500]

/** Checks the open page at each width without reloading it: nothing overflows the box. */
export async function atEachWidth(
  page: Page,
  look: (width: number) => Promise<void>,
  box = page.locator('html'),
) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await look(width)
    const excess = async () => {
      // After two frames all parts have the new width.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      return box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    }
    await expect.poll(excess, { message: `${page.url()} at ${width} px` }).toBeLessThanOrEqual(0)
  }
}

/** Waits until the page of the address is loaded. */
export async function isThere(page: Page, path: string) {
  const isDialog = path.includes('create=true')
  // This checks at every frame; expectations retry only after up to a second.
  await page.waitForFunction(
    (wanted) =>
      document.querySelector(wanted)?.checkVisibility() && !document.querySelector('[role="progressbar"]'),
    isDialog ? '[role="dialog"]' : 'h1',
  )
  const shown = isDialog ? page.getByRole('dialog') : page.getByRole('heading', { level: 1 })
  await expect(shown.first()).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}

const NOWHERE = '/no-such-page'

/**
 * Navigates in the open console as a link does, because a reload for each address takes ten times as long. It first
 * goes to a page without content, so that the page before is not mistaken for the next one.
 */
export async function follow(page: Page, path: string) {
  for (const address of [NOWHERE, path]) {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toHaveCount(
      address === NOWHERE ? 1 : 0,
    )
  }
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Accessibility faults on screen: each rule with the first element that breaks it. */
const faultsOf = (page: Page, options: RunOptions) =>
  page.evaluate(async (chosen) => {
    const { violations } = await window.axe.run(document, chosen)
    return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
  }, options)

/** Expects no accessibility faults on screen, in both themes. */
export async function expectNoFaults(page: Page) {
  // Contrast cannot be measured during transitions of colours.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const darkMode of ['light', 'dark']) {
    await page.evaluate((preferences) => {
      localStorage.setItem('preferences', preferences)
      // As if another tab had changed it.
      window.dispatchEvent(new StorageEvent('storage', { key: 'preferences' }))
    }, JSON.stringify({ darkMode }))
    await expect(page.locator('html')).toHaveCSS('color-scheme', darkMode)
    // The rules for whole style sheets would load these a second time.
    const options: RunOptions = { resultTypes: ['violations'], preload: false }
    // The other theme differs only in colours.
    if (darkMode === 'dark') options.runOnly = ['color-contrast']
    // Some parts get the new colours a moment later.
    await expect
      .soft(async () => {
        expect(await faultsOf(page, options)).toEqual([])
      }, `${page.url()} in the ${darkMode} theme`)
      .toPass({ timeout: 30_000 })
  }
}
