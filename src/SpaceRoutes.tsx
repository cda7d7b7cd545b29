import { lazy } from 'react'
import { ResourceDefinitionContextProvider } from 'react-admin'
import { Route, Routes, useParams } from 'react-router-dom'
import { NotFound } from './components/page/NotFound'
import { registered, routeOf } from './components/resource/definition'
import { SpaceProvider } from './dataProvider/SpaceProvider'
import { later } from './i18n/LaterTexts'
import { connectorPages } from './resources/connectors'
import { messagePages } from './resources/messages'
import { registry } from './resources/registry'

const ConsolePage = lazy(() => import('./pages/console/ConsolePage'))
const DashboardPage = lazy(() => import('./pages/dashboard/DashboardPage'))

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
            <Route key={path} path={path} element={later(<Page />)} />
          ))}
          <Route path="devices/:deviceId/console" element={later(<ConsolePage />)} />
          <Route path="dashboard" element={later(<DashboardPage />)} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </ResourceDefinitionContextProvider>
    </SpaceProvider>
  )
}
