import { expect, test } from 'vitest'
import { entities } from '#contract/resources/entities'
import { addressesOf } from '../support/addresses'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()

test('the browser tests open the list, the form and a record of each resource of a space', async () => {
  const pages = (await addressesOf(server, space)).map((address) => address.replace(`/space/${space.id}`, ''))
  // Views have no pages of their own: they are above their lists.
  const withPages = Object.values(entities).filter(({ name }) => name !== 'view')
  const missing = withPages.filter(({ plural }) => {
    const list = `/${plural}`
    return (
      ![list, `${list}?create=true`].every((page) => pages.includes(page)) ||
      !pages.some((page) => page.startsWith(`${list}/`))
    )
  })
  expect(missing.map(({ name }) => name)).toEqual([])
})
