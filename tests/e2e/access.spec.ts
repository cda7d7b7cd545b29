import type { Page } from '@playwright/test'
import { addressesOf } from '../support/addresses'
import type { TestSpace } from '../support/builders'
import type { Backend } from './support/backend'
import { isThere } from './support/pages'
import { expect, test } from './support/test'

const REASON = 'Your role does not allow this.'

/** A space with something to see on every page, and a reader who is signed in. */
async function asReader(page: Page, backend: Backend) {
  const [owner, reader] = [await backend.person(), await backend.person()]
  const space = await backend.space(owner, { members: [{ person: reader, role: 'user' }] })
  const paths = await addressesOf(backend, space)
  await backend.signIn(page, reader)
  return { space, paths }
}

/** A dialog that creates does not open for a reader. */
const isOpen = (path: string) => !path.includes('create=true')

/** The names of the buttons that change something, by the paths of the pages of a space. */
const changing = ({ id }: TestSpace, paths: readonly string[]): Map<string, string[]> => {
  const recordOf = (name: string) =>
    paths.find((path) => new RegExp(`^/space/${id}/${name}/[\\w-]+$`).test(path)) ?? name
  return new Map([
    [`/space/${id}`, ['Edit']],
    [`/space/${id}/devices`, ['Create device']],
    [recordOf('devices'), ['Create message', 'Edit']],
    [`${recordOf('devices')}?tab=firmware`, ['Schedule firmware']],
    [`${recordOf('devices')}/console`, ['Send']],
    [`${recordOf('devices')}/create-message`, ['Schedule message']],
    [`/space/${id}/tags`, ['Create tag']],
    [recordOf('tags'), ['Edit']],
    [`/space/${id}/connectors`, ['Create connector']],
    [recordOf('connectors'), ['Edit', 'Show the secret', 'Rotate']],
    [`${recordOf('connectors')}/deliveries`, ['Retry all failed']],
    [`/space/${id}/users`, ['Invite user']],
    [recordOf('users'), ['Edit', 'Resend', 'Copy link']],
    [`/space/${id}/variables`, ['Create variable']],
    [recordOf('variables'), ['Edit']],
  ])
}

async function expectReason(page: Page, path: string, name: string) {
  const button = page.getByRole('main').getByRole('button', { name, exact: true })
  await expect(button, `${path} ${name}`).toBeDisabled()
  await expect(button, `${path} ${name}`).toHaveAccessibleDescription(REASON)
  // The page may still load the part that shows reasons, and the one of the button before may still fade.
  await expect(async () => {
    await button.focus()
    await expect(page.getByRole('tooltip').last()).toHaveText(REASON, { timeout: 300 })
  }).toPass()
}

/** The pages in two parts, which run at the same time. */
for (const part of [0, 1]) {
  test(`no page has a reader's call denied, and what they may not change says why, part ${part + 1}`, async ({
    page,
    backend,
  }) => {
    test.setTimeout(120_000)
    const { space, paths } = await asReader(page, backend)
    const buttons = changing(space, paths)
    for (const path of buttons.keys()) expect(paths).toContain(path)
    const denied: string[] = []
    page.on('response', (answer) => {
      if ([401, 403].includes(answer.status())) denied.push(`${page.url()}: ${answer.url()}`)
    })
    for (const [i, path] of paths.filter(isOpen).entries()) {
      if (i % 2 !== part) continue
      await page.goto(path)
      await isThere(page, path)
      for (const name of buttons.get(path) ?? []) await expectReason(page, path, name)
    }
    expect(denied).toEqual([])
  })
}
