import '../../src/zod'
import { ThemeProvider } from '@mui/material'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { CoreAdminContext, localStorageStore } from 'react-admin'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { CONFIG_DEFAULTS } from '#contract/config/defaults'
import { profileSchema } from '#contract/profile'
import { type Space, spaceSchema } from '#contract/spaces'
import { authProvider } from '../../src/authProvider'
import { NotificationBridge } from '../../src/components/toast/NotificationBridge'
import { Toaster } from '../../src/components/toast/Toaster'
import { ConfigProvider } from '../../src/config'
import { createDataProvider } from '../../src/dataProvider'
import { AccountProvider, CurrentSpaceProvider } from '../../src/dataProvider/account'
import { type Client, createClient, type RequestOptions } from '../../src/dataProvider/client'
import { ClientProvider } from '../../src/dataProvider/context'
import { createQueryClient } from '../../src/dataProvider/queryClient'
import { createI18n, I18nRoot } from '../../src/i18n'
import messages from '../../src/i18n/en'
import { createConsoleTheme } from '../../src/theme/theme'

export const uuid = (last: number) => `01890a5d-ac96-774b-bcce-${String(last).padStart(12, '0')}`

/** The signed-in person of these tests. */
export const person = profileSchema.parse({
  id: uuid(1),
  email: 'anna@example.com',
  system_role: 'user',
  firstname: 'Anna',
  lastname: 'Nová',
})

/** A space of which that person is an admin. */
export const spaceOf = (changes: Partial<Space> = {}): Space =>
  spaceSchema.parse({
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

/** A client whose calls one function answers; what it throws is the call's error. */
export function clientOf(answer: (call: Call) => unknown): Client & { sent: Call[] } {
  const sent: Call[] = []
  const request: Client['request'] = async (method, path, options) => {
    const call = { method, path, query: options?.query, body: options?.body }
    if (method !== 'GET') sent.push(call)
    return answer(call)
  }
  return {
    ...createClient('', () => null),
    sent,
    request,
    call: async (schema, method, path, options) => schema.parse(await request(method, path, options)),
  }
}

const theme = createConsoleTheme('light', false)
const i18n = createI18n('en', messages)
const Address = () => <output aria-label="address">{useLocation().pathname + useLocation().search}</output>

/** The address that is shown. */
export const address = () => screen.getByLabelText('address').textContent

/** Renders a page of the signed-in console at an address of its route. */
export function showPage(
  page: ReactNode,
  { client, path, at, space }: { client: Client; path: string; at: string; space?: Space },
) {
  return render(
    <MemoryRouter initialEntries={['/before', at]}>
      <ConfigProvider value={CONFIG_DEFAULTS}>
        <I18nRoot value={i18n}>
          <ClientProvider value={client}>
            <ThemeProvider theme={theme}>
              <CoreAdminContext
                i18nProvider={i18n}
                queryClient={createQueryClient()}
                store={localStorageStore()}
                authProvider={authProvider}
                dataProvider={createDataProvider(client, null)}
              >
                <NotificationBridge />
                <AccountProvider value={{ profile: person, systemRole: 'user' }}>
                  <CurrentSpaceProvider value={space}>
                    <Routes>
                      <Route path={path} element={page} />
                      <Route path="*" element={null} />
                    </Routes>
                    <Address />
                  </CurrentSpaceProvider>
                </AccountProvider>
              </CoreAdminContext>
            </ThemeProvider>
          </ClientProvider>
          <Toaster />
        </I18nRoot>
      </ConfigProvider>
    </MemoryRouter>,
  )
}
