import type { ElementHandle, Locator, Page } from '@playwright/test'
import { expect } from './test'

/** More tab stops than any page has. */
const STOPS = 150

/** Whether the control has the focus; `gone` when the page has put another one in its place. */
const stateOf = (control: ElementHandle) =>
  control.evaluate((element) => {
    if (!element.isConnected) return 'gone'
    return element === document.activeElement ? 'focused' : 'elsewhere'
  })

/** Moves to a control like a person without a mouse: key by key. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  // Finding a control by its role at each stop takes longer than the stop.
  let control = await target.elementHandle()
  for (let stop = 0; stop < STOPS; stop++) {
    const state = control ? await stateOf(control) : 'gone'
    if (state === 'focused') return
    if (state === 'gone') control = await target.elementHandle()
    else await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not reach ${await target.evaluate((element) => element.outerHTML)}`)
}

/** Moves to a control, and presses Enter. */
export async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}
