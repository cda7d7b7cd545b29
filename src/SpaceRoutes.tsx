import { ResourceDefinitionContextProvider } from 'react-admin'
import { Route, Routes, useParams } from 'react-router-dom'
import { lazyPart } from './components/lazyPart'
import { NotFound } from './components/page/NotFound'
import { registered, routeOf } from './components/resource/definition'
import { SpaceProvider } from './dataProvider/SpaceProvider'
import { connectorPages } from './resources/connectors'
import { messagePages } from './resources/messages'
import { registry } from './resources/registry'

const ConsolePage = lazyPart(() => import('./pages/console/ConsolePage'), 'console')
const OverviewPage = lazyPart(() => import('./pages/overview/OverviewPage'), 'overview')
const DashboardPage = lazyPart(() => import('./pages/dashboard/DashboardPage'), 'dashboard')

const resources = registry.filter(({ scope }) => scope === 'space')
const definitions = registered(resources)

/** The sections of one space, below `/space/{spaceId}`. */
export function SpaceRoutes() {
  const { spaceId = '' } = useParams()
  return (
    <SpaceProvider key={spaceId} spaceId={spaceId}>
      <ResourceDefinitionContextProvider definitions={definitions}>
        <Routes>
          {resources.map(routeOf)}
          {[...messagePages, ...connectorPages].map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="devices/:deviceId/console" element={<ConsolePage />} />
          <Route path="overview" element={<OverviewPage />} />
          <Route path="dashboard" element={<DashboardPage />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </ResourceDefinitionContextProvider>
    </SpaceProvider>
  )
}
