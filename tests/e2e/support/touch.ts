import type { Page } from '@playwright/test'

/** Least width and height of a touch target, in px. */
const SIZE = 40
const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=checkbox], [role=combobox]'
/** Marks of a chart: the table below it has the same links. */
const MARKS = 'svg *, a[style*="left:"]'

/**
 * Controls of a page with a touch target below 40 × 40 px, and their size. Links within a text may be as high as its
 * lines, and covered controls do not count.
 */
export const smallTargets = (page: Page) =>
  page.evaluate(
    ({ SIZE, CONTROLS, MARKS }) => {
      const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim()
      const isInText = (control: Element) => {
        if (control.tagName !== 'A' || getComputedStyle(control).display !== 'inline') return false
        let block = control.parentElement
        while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
        const links = [...(block?.querySelectorAll('a') ?? [])].reduce(
          (sum, link) => sum + textOf(link).length,
          0,
        )
        return block !== null && textOf(block).length > links + 3
      }
      const found: string[] = []
      for (const control of document.querySelectorAll<HTMLInputElement>(CONTROLS)) {
        if (control.matches(MARKS) || control.disabled || isInText(control)) continue
        if (
          control.closest('[aria-hidden=true], [inert]') ||
          !control.checkVisibility({ visibilityProperty: true })
        )
          continue
        const around = control.closest('label, .MuiInputBase-root') ?? control
        control.scrollIntoView({ block: 'center', inline: 'center' })
        const box = control.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        const isMet = (dx: number, dy: number) => {
          const hit = document.elementFromPoint(x + dx, y + dy)
          return hit !== null && (around.contains(hit) || control.contains(hit))
        }
        if (!isMet(0, 0)) continue
        // Most are large enough on all sides; only for the others each pixel is checked.
        const half = SIZE / 2 - 1
        if (isMet(half, 0) && isMet(-half, 0) && isMet(0, half) && isMet(0, -half)) continue
        const reach = (dx: number, dy: number) => {
          let far = 0
          while (far < SIZE && isMet(dx * (far + 1), dy * (far + 1))) far += 1
          return far
        }
        const [width, height] = [reach(1, 0) + reach(-1, 0) + 1, reach(0, 1) + reach(0, -1) + 1]
        // Half a pixel at each edge may belong to a neighbour.
        if (width < SIZE - 1 || height < SIZE - 1)
          found.push(
            `${width} × ${height}: ${control.getAttribute('aria-label') ?? textOf(control)} ${control.outerHTML.slice(0, 80)}`,
          )
      }
      return found
    },
    { SIZE, CONTROLS, MARKS },
  )

/** Drags one finger with real touch events: down at the first point, across the others, and up. */
export async function drag(page: Page, path: readonly { x: number; y: number }[]) {
  const { send } = await fingerOf(page)
  for (const [index, point] of path.entries()) await send(index === 0 ? 'touchStart' : 'touchMove', [point])
  await send('touchEnd', [])
}

/** Puts a finger down, and lifts it when `until` resolves. */
export async function hold(page: Page, point: { x: number; y: number }, until: () => Promise<void>) {
  const { send } = await fingerOf(page)
  await send('touchStart', [point])
  await until()
  await send('touchEnd', [])
}

async function fingerOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  return {
    send: (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints }),
  }
}
