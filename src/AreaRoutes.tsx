import { lazy, type ReactNode } from 'react'
import { BasenameContextProvider, Resource, ResourceDefinitionContextProvider } from 'react-admin'
import { Route, Routes, useParams } from 'react-router-dom'
import { addresses } from './addresses'
import { NotFound } from './components/page/Loaded'
import { type ResourceDefinition, ResourceRoutes, segmentOf } from './components/resource/definition'
import { usePermission } from './dataProvider/account'
import { SpaceProvider } from './dataProvider/SpaceProvider'
import { LaterTexts } from './i18n/LaterTexts'
import { connectorPages } from './resources/connectors'
import { messagePages } from './resources/messages'
import { registry } from './resources/registry'

const AdminPage = lazy(() => import('./pages/admin/AdminPage'))
const ConsolePage = lazy(() => import('./pages/console/ConsolePage'))
const DashboardPage = lazy(() => import('./pages/dashboard/DashboardPage'))

const adminResources = registry.filter(({ scope }) => scope === 'admin')
const spaceResources = registry.filter(({ scope }) => scope === 'space')
const registered = (resources: readonly ResourceDefinition[]) =>
  Object.fromEntries(resources.map((resource) => [resource.name, Resource.registerResource(resource)]))
const adminDefinitions = registered(adminResources)
const spaceDefinitions = registered(spaceResources)

const routeOf = (definition: ResourceDefinition) => (
  <Route
    key={definition.name}
    path={`${segmentOf(definition)}/*`}
    element={<ResourceRoutes definition={definition} />}
  />
)

/** A page whose texts load with it. */
const later = (page: ReactNode) => <LaterTexts>{page}</LaterTexts>

/** The admin area, below `/admin`; for everyone but system administrators it is not there. Spec 2, section 6. */
export function AdminRoutes() {
  const isAdmin = usePermission('admin:access')
  if (!isAdmin) return <NotFound />
  return (
    <BasenameContextProvider basename={addresses.admin}>
      <LaterTexts>
        <ResourceDefinitionContextProvider definitions={adminDefinitions}>
          <Routes>
            <Route index element={<AdminPage />} />
            {adminResources.map(routeOf)}
            <Route path="*" element={<NotFound />} />
          </Routes>
        </ResourceDefinitionContextProvider>
      </LaterTexts>
    </BasenameContextProvider>
  )
}

/** The sections of one space, below `/space/{spaceId}`. */
export function SpaceRoutes() {
  const { spaceId = '' } = useParams()
  return (
    <SpaceProvider key={spaceId} spaceId={spaceId}>
      <ResourceDefinitionContextProvider definitions={spaceDefinitions}>
        <Routes>
          {spaceResources.map(routeOf)}
          {[...messagePages, ...connectorPages].map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="devices/:deviceId/console" element={later(<ConsolePage />)} />
          <Route path="dashboard" element={later(<DashboardPage />)} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </ResourceDefinitionContextProvider>
    </SpaceProvider>
  )
}
