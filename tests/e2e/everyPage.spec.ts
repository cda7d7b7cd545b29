import { addressesOf, check } from './support/pages'
import { test } from './support/test'

const THEMES = ['light', 'dark'] as const
const WIDTHS = [375, 900, 1500]

for (const [turn, theme] of THEMES.entries()) {
  test(`no page has accessibility faults or is wider than its window (${theme})`, async ({
    page,
    backend,
  }) => {
    test.setTimeout(240_000)
    const person = await backend.person({ systemRole: 'admin' })
    const space = await backend.space(person)
    const paths = await addressesOf(backend, space)
    await page.goto('/login')
    await page.evaluate(
      (darkMode) => localStorage.setItem('preferences', JSON.stringify({ darkMode })),
      theme,
    )
    await page.reload()
    await check(page, '/login')
    await backend.signIn(page, person)
    for (const [i, path] of paths.entries()) {
      await page.setViewportSize({ width: WIDTHS[(i + turn) % WIDTHS.length] ?? 900, height: 900 })
      await page.goto(path)
      await check(page, path)
    }
  })
}
