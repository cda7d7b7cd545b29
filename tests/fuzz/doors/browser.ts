import { type Browser, expect, type Page } from '@playwright/test'
import type { Backend } from '../../e2e/support/backend'
import { INPUT } from '../judge'

/** Longest time of a page on a slow machine, in milliseconds; the editor is the largest chunk of the console. */
export const PATIENCE = { timeout: 30_000 }

/** Opens a page as system administrator, in a space with a device that has sent the input of the attacks. */
export async function openConsole(browser: Browser, backend: Backend) {
  const admin = await backend.person({ systemRole: 'admin' })
  const space = await backend.space(admin)
  const tag = await backend.tag(space)
  const device = await backend.device(space, { tags: [tag] })
  await backend.messages(device, [JSON.parse(INPUT)])
  const page = await browser.newPage({ baseURL: backend.url })
  await backend.signIn(page, admin)
  return { page, space, tag, device }
}

/** Focuses an editor and replaces its content by pasting a text. */
export async function paste(page: Page, editor: string, text: string) {
  const input = page.getByRole('textbox', { name: editor })
  await expect(input).toBeVisible(PATIENCE)
  await input.focus()
  await input.press('ControlOrMeta+A')
  // Pass JSON, which preserves lone surrogates.
  await input.evaluate((element, json) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', String(JSON.parse(json)))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, JSON.stringify(text))
}
