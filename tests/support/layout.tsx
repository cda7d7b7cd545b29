import { screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { CoreAdminContext, type DataProvider, testDataProvider } from 'react-admin'
import { MemoryRouter, useLocation } from 'react-router-dom'
import type { Config } from '#contract/config'
import { CONFIG_DEFAULTS } from '#contract/config/defaults'
import type { SystemRole } from '#contract/permissions'
import { type Space, spaceEntity } from '#contract/spaces'
import { ConfigProvider } from '../../src/config'
import { AccountProvider, CurrentSpaceProvider } from '../../src/dataProvider/account'
import { I18nRoot } from '../../src/i18n'
import { i18nIn } from './texts'

const i18nProvider = await i18nIn('en')

/** A space, by its number. */
export const buildSpace = (number: number, given: Partial<Space> = {}): Space =>
  spaceEntity.schema.parse({
    id: `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    name: `space-${number}`,
    created_at: '2026-01-01T00:00:00.000Z',
    user_role: 'admin',
    ...given,
  })

const Address = () => {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

const LINKS = { documentation: 'https://docs.example.com' }

interface Surroundings {
  path?: string
  systemRole?: SystemRole
  space?: Space
  getList?: DataProvider['getList']
  /** Capabilities of the server. */
  capabilities?: string[]
  /** Links of the configuration. */
  links?: Partial<Config['links']>
}

/** A part of the layout with its providers; the address is displayed beside it. */
export function inLayout(
  part: ReactElement,
  {
    path = '/spaces',
    systemRole = 'user',
    space,
    getList,
    capabilities = [],
    links = LINKS,
  }: Surroundings = {},
) {
  const config = {
    ...CONFIG_DEFAULTS,
    links: { ...CONFIG_DEFAULTS.links, ...links },
    capabilities,
  }
  return (
    <MemoryRouter initialEntries={[path]}>
      <ConfigProvider value={config}>
        <I18nRoot value={i18nProvider}>
          <CoreAdminContext
            i18nProvider={i18nProvider}
            dataProvider={testDataProvider(getList && { getList })}
          >
            <AccountProvider value={{ profile: undefined, systemRole }}>
              <CurrentSpaceProvider value={space}>{part}</CurrentSpaceProvider>
            </AccountProvider>
            <Address />
          </CoreAdminContext>
        </I18nRoot>
      </ConfigProvider>
    </MemoryRouter>
  )
}

/** The address displayed beside the part, also while a dialog covers it. */
export const shownAddress = () => screen.getByLabelText('address').textContent
