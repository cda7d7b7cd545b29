import { afterAll } from 'vitest'
import { aSpace } from './builders'
import { makeServer } from './makeServer'

type Options = Parameters<typeof makeServer>[0]

/** Starts a server for the tests of one file, which stops after the last test. */
export async function serve(options?: Options) {
  const server = await makeServer(options)
  afterAll(() => server.stop())
  return server
}

/** The same with a space. */
export async function serveSpace(options?: Options) {
  const server = await serve(options)
  return { server, space: await aSpace(server) }
}
