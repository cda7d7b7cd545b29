import { api } from '#contract'
import type { View, ViewCreate } from '#contract/views'
import type { Fillable, TestSpace } from './builders'

let views = 0

/** The payload that creates a view of devices for everyone in the space. */
export const viewInput = (values: Partial<ViewCreate> = {}) => ({
  name: `View ${++views}`,
  list: 'devices',
  shared: true,
  ...values,
})

/** Saves a view, as the owner of the space. */
export async function aView(
  server: Fillable,
  space: TestSpace,
  values: Partial<ViewCreate> = {},
  token = space.owner.token,
): Promise<View> {
  const answer = await server.call('POST', `/spaces/${space.id}/views`, { token, body: viewInput(values) })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return api.views.create.answer.parse(await answer.json())
}
