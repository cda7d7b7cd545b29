import { lazy } from 'react'
import { Resource, ResourceDefinitionContextProvider } from 'react-admin'
import { Route, Routes, useParams } from 'react-router-dom'
import { NotFound } from './components/page/Loaded'
import { ResourceRoutes } from './components/resource/definition'
import { SpaceProvider } from './dataProvider/SpaceProvider'
import { connectorPages } from './resources/connectors'
import { messagePages } from './resources/messages'
import { registry } from './resources/registry'

const ConsolePage = lazy(() => import('./pages/console/ConsolePage'))
const DashboardPage = lazy(() => import('./pages/dashboard/DashboardPage'))

const spaceResources = registry.filter((resource) => resource.scope === 'space')
const definitions = Object.fromEntries(
  spaceResources.map((resource) => [resource.name, Resource.registerResource(resource)]),
)

/** The sections of one space, below `/space/{spaceId}`. */
export function SpaceRoutes() {
  const { spaceId = '' } = useParams()
  return (
    <SpaceProvider key={spaceId} spaceId={spaceId}>
      <ResourceDefinitionContextProvider definitions={definitions}>
        <Routes>
          {spaceResources.map((resource) => (
            <Route
              key={resource.name}
              path={`${resource.name}/*`}
              element={<ResourceRoutes definition={resource} />}
            />
          ))}
          {[...messagePages, ...connectorPages].map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="devices/:deviceId/console" element={<ConsolePage />} />
          <Route path="dashboard" element={<DashboardPage />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </ResourceDefinitionContextProvider>
    </SpaceProvider>
  )
}
