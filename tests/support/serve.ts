import { afterAll } from 'vitest'
import { aSpace } from './builders'
import { makeServer } from './makeServer'

type Options = Parameters<typeof makeServer>[0]

/** A server for the tests of one file; it stops after the last of them. */
export async function serve(options?: Options) {
  const server = await makeServer(options)
  afterAll(() => server.stop())
  return server
}

/** A server for the tests of one file, with a space. */
export async function serveSpace(options?: Options) {
  const server = await serve(options)
  return { server, space: await aSpace(server) }
}
