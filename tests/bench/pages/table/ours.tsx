import { QueryClient } from '@tanstack/react-query'
import { CoreAdminContext, memoryStore, Resource } from 'react-admin'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { CONFIG_DEFAULTS } from '#contract/config/defaults'
import type { Device } from '#contract/devices'
import { DefinitionProvider } from '../../../../src/components/resource/definition'
import { columnsOf } from '../../../../src/components/resource/fields'
import { type Column, TableList } from '../../../../src/components/table'
import { ConfigProvider } from '../../../../src/config'
import { AccountProvider } from '../../../../src/dataProvider/account'
import { ClientProvider, createClient } from '../../../../src/dataProvider/client'
import { AccountDataProvider, SpaceProvider } from '../../../../src/dataProvider/SpaceProvider'
import { I18nRoot } from '../../../../src/i18n'
import { provide } from '../../../../src/i18n/catalogs'
import { devices } from '../../../../src/resources/devices'
import { deviceFields } from '../../../../src/resources/devices/fields'
import { group } from '../../../../src/resources/devices/texts'
import { ThemeRoot } from '../../../../src/theme'
import { afterPaint, type Control, firstRow } from './control'
import { SPACE_ID } from './rows'
import type { fakeServer } from './server'

const i18nProvider = await provide('en')

/** Longest time of a refresh from memory, in milliseconds. */
const REFRESH_TIME = 500

const rendered = new Set<string>()

/** The nine columns of the device list, counting the rows that render. */
const columns = columnsOf<Device>(deviceFields, {
  expands: true,
  actions: { cell: ({ name }) => name, width: 120 },
})
  .filter(({ id }) => id !== 'label')
  .map((column): Column<Device> => {
    const cell = (row: Device) => {
      rendered.add(row.id)
      return column.cell(row)
    }
    return Object.assign({}, column, { hidden: false, cell })
  })

const sort = { field: 'id', order: 'DESC' } as const
const rowLabel = ({ name }: Device) => name
const account = { profile: undefined, systemRole: 'admin' } as const
const list = () => (
  <DefinitionProvider value={devices}>
    <TableList
      columns={columns}
      title="layout.titles.devices"
      entity={group('devices.entity')}
      defaultSort={sort}
      rowLabel={rowLabel}
      bulkActions={<span />}
    />
  </DefinitionProvider>
)

/** The console's device list, through its data provider, with its providers around it. */
export function mountOurs(server: ReturnType<typeof fakeServer>): Control {
  const client = createClient('/v2', () => 'token')
  const root = document.getElementById('root')
  if (!root) throw new Error('No root')
  history.replaceState(null, '', `/?perPage=500&page=1&order=DESC&sort=id`)
  createRoot(root).render(
    <ConfigProvider value={CONFIG_DEFAULTS}>
      <I18nRoot value={i18nProvider}>
        <BrowserRouter>
          <ClientProvider value={client}>
            <ThemeRoot>
              <CoreAdminContext
                i18nProvider={i18nProvider}
                queryClient={new QueryClient()}
                store={memoryStore()}
              >
                <AccountProvider value={account}>
                  <AccountDataProvider>
                    <SpaceProvider spaceId={SPACE_ID}>
                      <Resource name="devices" list={list} />
                    </SpaceProvider>
                  </AccountDataProvider>
                </AccountProvider>
              </CoreAdminContext>
            </ThemeRoot>
          </ClientProvider>
        </BrowserRouter>
      </I18nRoot>{' '}
    </ConfigProvider>,
  )
  return {
    async release() {
      const rows = firstRow()
      server.release()
      await rows
      await afterPaint()
    },
    async refresh(changed) {
      if (changed) server.rename(3, 'renamed')
      rendered.clear()
      let mutations = 0
      const observer = new MutationObserver((records) => {
        mutations += records.length
      })
      observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true })
      document.querySelector<HTMLElement>('button[aria-label="Refresh"]')?.click()
      await new Promise((resolve) => setTimeout(resolve, REFRESH_TIME))
      mutations += observer.takeRecords().length
      observer.disconnect()
      return { mutations, rows: rendered.size }
    },
  }
}
