import { expect, test } from 'vitest'
import { aSpace, aTag,aUser } from '../support/builders'
import { serveSpace } from '../support/serve'
const { server, space } = await serveSpace()
test('x', async () => {
  const admin = await aUser(server, { systemRole: 'admin' })
  const a = await server.call('GET', '/admin/audit', { token: admin.token })
  console.log(a.status, await a.text(), server.logged.slice(-3))
})
