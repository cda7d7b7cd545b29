import type { Page } from '@playwright/test'
import type { TestSpace } from '../support/builders'
import type { Backend } from './support/backend'
import { addressesOf, isThere } from './support/pages'
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

test('a reader opens every page without a call that is denied', async ({ page, backend }) => {
  test.setTimeout(120_000)
  const { paths } = await asReader(page, backend)
  const denied: string[] = []
  page.on('response', (answer) => {
    if ([401, 403].includes(answer.status())) denied.push(`${page.url()}: ${answer.url()}`)
  })
  for (const path of paths.filter(isOpen)) {
    await page.goto(path)
    await isThere(page, path)
  }
  expect(denied).toEqual([])
})

/** What changes something on the pages of a space, by the path of the page. */
const changing = ({ id }: TestSpace, paths: readonly string[]): [path: string, buttons: string[]][] => {
  const recordOf = (name: string) =>
    paths.find((path) => new RegExp(`^/space/${id}/${name}/[\\w-]+$`).test(path)) ?? name
  return [
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
  ]
}

test('a reader reaches each control that changes something, and learns why it is disabled', async ({
  page,
  backend,
}) => {
  test.setTimeout(120_000)
  const { space, paths } = await asReader(page, backend)
  for (const [path, names] of changing(space, paths)) {
    await page.goto(path)
    for (const name of names) {
      const button = page.getByRole('main').getByRole('button', { name, exact: true })
      await expect(button, `${path} ${name}`).toBeDisabled()
      await expect(button, `${path} ${name}`).toHaveAccessibleDescription(REASON)
      // The page may still load the part that shows reasons, and the one of the button before may still fade.
      await expect(async () => {
        await button.focus()
        await expect(page.getByRole('tooltip').last()).toHaveText(REASON, { timeout: 1000 })
      }).toPass()
    }
  }
})

test('the keys of a space are a page that says who may see it, and the menu leads there', async ({
  page,
  backend,
}) => {
  const { space } = await asReader(page, backend)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/keys') && asked.push(request.url()))
  await page.goto(`/space/${space.id}`)
  asked.length = 0
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Keys' }).click()
  await expect(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible()
  await expect(page.getByText(/Only admins of this space can see this page/)).toBeVisible()
  expect(asked.filter((url) => url.includes('/v2/'))).toEqual([])
})
