import '../../src/zod'
import { ThemeProvider } from '@mui/material'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import {
  CoreAdminContext,
  Resource,
  ResourceContextProvider,
  ResourceDefinitionContextProvider,
} from 'react-admin'
import { createMemoryRouter, Route, RouterProvider, Routes, useLocation } from 'react-router-dom'
import { vi } from 'vitest'
import { api } from '#contract'
import { CONFIG_DEFAULTS } from '#contract/config/defaults'
import { type Profile, profileEntity } from '#contract/profile'
import { type Space, spaceEntity } from '#contract/spaces'
import { authProvider } from '../../src/authProvider'
import { getToken } from '../../src/authProvider/session'
import { DefinitionProvider, type ResourceDefinition } from '../../src/components/resource/definition'
import { NotificationBridge } from '../../src/components/toast/NotificationBridge'
import { Toaster } from '../../src/components/toast/Toaster'
import { ConfigProvider } from '../../src/config'
import { consoleStore } from '../../src/consoleStore'
import { AccountProvider, CurrentSpaceProvider } from '../../src/dataProvider/account'
import { type Client, ClientProvider, createClient, type RequestOptions } from '../../src/dataProvider/client'
import { addEndpoints } from '../../src/dataProvider/endpoints'
import { laterEndpoints } from '../../src/dataProvider/laterEndpoints'
import { AccountDataProvider, createQueryClient, SpaceProvider } from '../../src/dataProvider/SpaceProvider'
import { I18nRoot } from '../../src/i18n'
import { useKeptFocus } from '../../src/layout/keptFocus'
import { currentLanguage } from '../../src/preferences'
import { createConsoleTheme } from '../../src/theme/theme'
import type { TestSpace, TestUser } from './builders'
import type { TestServer } from './makeServer'
import { i18nIn } from './texts'

export const uuid = (last: number) => `01890a5d-ac96-774b-bcce-${String(last).padStart(12, '0')}`

/** The signed-in person of these tests. */
export const person = profileEntity.schema.parse({
  id: uuid(1),
  email: 'anna@example.com',
  system_role: 'user',
  firstname: 'Anna',
  lastname: 'Nová',
})

/** A space with that person as admin. */
export const spaceOf = (changes: Partial<Space> = {}): Space =>
  spaceEntity.schema.parse({
    id: uuid(10),
    name: 'greenhouse',
    created_at: '2026-01-02T03:04:05.678Z',
    user_role: 'admin',
    ...changes,
  })

export interface Call {
  method: string
  path: string
  query: RequestOptions['query']
  body: unknown
}

/** A response in place of the server's; undefined lets the server answer. */
type Interruption = Response | undefined

/** Rejects when the caller aborts. */
const givenUp = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/**
 * Connects the console to a real server in this process. Calls are made as in the browser; `interrupt` gets each one
 * before the server, and may refuse it, delay it, or throw like `fetch`.
 * @param person who is signed in; by default the person stored in this browser
 */
export function connect(server: Pick<TestServer, 'request'>, person?: Pick<TestUser, 'token'>) {
  const line = {
    client: createClient('http://console.test/v2', () => person?.token ?? getToken(), currentLanguage),
    /** All calls in order. */
    calls: [] as Call[],
    /** Calls that the server has denied. */
    denied: [] as Call[],
    /** Number of unanswered calls. */
    open: 0,
    /** Calls of the person that change something, without those about the browser. */
    get sent() {
      return line.calls.filter(({ method, path }) => method !== 'GET' && path !== '/profile/locale')
    },
    /** `signal` aborts when the caller aborts. */
    interrupt: (_call: Call, _signal: AbortSignal | null | undefined): Interruption | Promise<Interruption> =>
      undefined,
  }
  vi.stubGlobal(
    'fetch',
    async (address: string, { method = 'GET', headers, body, signal }: RequestInit = {}) => {
      const { pathname, search, searchParams } = new URL(address)
      const path = pathname.replace('/v2', '')
      const call = {
        method,
        path,
        query: Object.fromEntries(searchParams),
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
      }
      line.calls.push(call)
      signal?.throwIfAborted()
      const answered = async () =>
        (await line.interrupt(call, signal)) ??
        (await server.request(pathname + search, { method, headers, body }))
      line.open += 1
      const answer = await Promise.race([answered(), givenUp(signal)]).finally(() => {
        line.open -= 1
      })
      if (answer.status === 401 || answer.status === 403) line.denied.push(call)
      return answer
    },
  )
  return line
}

addEndpoints(laterEndpoints)
const theme = createConsoleTheme('light', false)
const i18n = await i18nIn('en')
const Address = () => <output aria-label="address">{useLocation().pathname + useLocation().search}</output>

/** The displayed address. */
export const address = () => screen.getByLabelText('address').textContent

interface Shown {
  /** Only for parts that make calls. */
  client?: Client
  /** Pattern of the route, and the address. */
  path?: string
  at?: string
  space?: Space
  /** Resource of the page. */
  resource?: ResourceDefinition
  profile?: Profile
  /** Capabilities of the server. */
  capabilities?: string[]
  /** Whether the server has a mail server. */
  sendsMail?: boolean
}

/** Wraps a page of the resource, or a part of one. */
const ofResource = (resource: ResourceDefinition, page: ReactNode) => (
  <ResourceDefinitionContextProvider definitions={{ [resource.name]: Resource.registerResource(resource) }}>
    <ResourceContextProvider value={resource.name}>
      <DefinitionProvider value={resource}>{page}</DefinitionProvider>
    </ResourceContextProvider>
  </ResourceDefinitionContextProvider>
)

/** The main element of the layout, which keeps the focus inside. */
function Main({ children }: { children: ReactNode }) {
  useKeptFocus('page')
  return (
    <div id="page" tabIndex={-1}>
      {children}
    </div>
  )
}

/** Renders a page of the signed-in console at an address of its route. */
export function showPage(
  page: ReactNode,
  {
    client = createClient('', () => null),
    path = '/',
    at = '/',
    space,
    resource,
    profile = person,
    capabilities = CONFIG_DEFAULTS.capabilities,
    sendsMail = true,
  }: Shown = {},
) {
  const shown = (
    <ConfigProvider value={{ ...CONFIG_DEFAULTS, capabilities, sendsMail }}>
      <I18nRoot value={i18n}>
        <ClientProvider value={client}>
          <ThemeProvider theme={theme}>
            <CoreAdminContext
              i18nProvider={i18n}
              queryClient={createQueryClient()}
              store={consoleStore}
              authProvider={authProvider}
            >
              <NotificationBridge />
              <AccountDataProvider>
                <AccountProvider value={{ profile, systemRole: profile.system_role }}>
                  <CurrentSpaceProvider value={space}>
                    <Main>
                      <Routes>
                        <Route path={path} element={resource ? ofResource(resource, page) : page} />
                        <Route path="*" element={null} />
                      </Routes>
                    </Main>
                    <Address />
                  </CurrentSpaceProvider>
                </AccountProvider>
              </AccountDataProvider>
            </CoreAdminContext>
          </ThemeProvider>
        </ClientProvider>
        <Toaster />
      </I18nRoot>
    </ConfigProvider>
  )
  const router = createMemoryRouter([{ path: '*', element: shown }], { initialEntries: ['/before', at] })
  return render(<RouterProvider router={router} />)
}

interface InSpace extends Pick<Shown, 'resource' | 'capabilities'> {
  client: Client
  space: Pick<TestSpace, 'id'>
  /** Below the address of the space. */
  path?: string
  at?: string
}

/** Renders a part of the console in a space, with the space and profile that the server returns. */
export async function showInSpace(
  part: ReactNode,
  { client, space, resource, path = '/*', at = '', capabilities }: InSpace,
) {
  const [shown, profile] = await Promise.all([
    client.call(api.spaces.get.answer, 'GET', `/spaces/${space.id}`),
    client.call(api.profile.get.answer, 'GET', '/profile'),
  ])
  const inside = <SpaceProvider spaceId={space.id}>{part}</SpaceProvider>
  const address = `/space/${space.id}${at}`
  return showPage(inside, {
    client,
    path: `/space/:spaceId${path}`,
    at: address,
    space: shown,
    resource,
    profile,
    capabilities,
  })
}

/** An error response, for `interrupt`. */
export const refusal = (status: number, sentence = '') => new Response(sentence, { status })
