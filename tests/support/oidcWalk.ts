import { afterAll } from 'vitest'
import type { ProviderSettings } from '../../server/config/providers'
import type { Person } from '../../server/demo/provider'
import { ADDRESS, type TestServer } from './makeServer'
import { openProvider } from './oidcProvider'

/** Starts a provider for the tests of one file. */
export async function serveProvider(id?: string) {
  const provider = await openProvider(id)
  afterAll(() => provider.stop())
  return provider
}

const locationOf = (answer: Response) => {
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`no redirect, but ${answer.status}`)
  return location
}

/** Starts a sign-in, like the console's button; returns the redirect. */
export async function start(
  server: TestServer,
  { id }: Pick<ProviderSettings, 'id'>,
  { state = `${id}.1`, confirm = false } = {},
): Promise<URL> {
  const query = new URLSearchParams({ state, ...(confirm && { confirm: '1' }) })
  return new URL(locationOf(await server.request(`/v2/auth/oauth2/start/${id}?${query}`)))
}

/**
 * Signs in a person at the provider, like a browser.
 * @param person null cancels
 * @returns address of our server that the provider redirects to
 */
export async function visit(at: URL, person: Pick<Person, 'sub'> | null): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = at
  for (let steps = 0; steps < 10; steps++) {
    const send = async (init: RequestInit = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
      for (const header of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
        cookies.set(name, value)
      }
      return answer
    }
    let answer = await send()
    if (answer.status === 200)
      answer = await send({ method: 'POST', body: new URLSearchParams({ person: person?.sub ?? '' }) })
    url = new URL(locationOf(answer), url)
    if (url.href.startsWith(ADDRESS)) return url
  }
  throw new Error('the provider does not end the sign-in')
}

/** Follows the provider's redirect to our server; returns the query for the console. */
export async function comeBack(server: TestServer, url: URL): Promise<URLSearchParams> {
  const back = new URL(locationOf(await server.request(url.pathname + url.search)))
  if (back.origin + back.pathname !== `${ADDRESS}/callback`) throw new Error(`the way leads to ${back.href}`)
  return back.searchParams
}

/** Makes a whole sign-in; returns the query for the console. */
export async function goThrough(
  server: TestServer,
  { settings }: { settings: ProviderSettings },
  person: Pick<Person, 'sub'> | null,
  options?: Parameters<typeof start>[2],
): Promise<URLSearchParams> {
  return comeBack(server, await visit(await start(server, settings, options), person))
}

/** Makes a whole sign-in; returns the code for the console. */
export async function aCode(...way: Parameters<typeof goThrough>): Promise<string> {
  const query = await goThrough(...way)
  const code = query.get('code')
  if (code === null) throw new Error(`no code: ${query.get('error')}`)
  return code
}
