import { BasenameContextProvider, ResourceDefinitionContextProvider } from 'react-admin'
import { Route, Routes } from 'react-router-dom'
import { addresses } from './addresses'
import { lazyPart } from './components/lazyPart'
import { NotFound } from './components/page/NotFound'
import { registered, routeOf } from './components/resource/definition'
import { usePermission } from './dataProvider/account'
import { registry } from './resources/registry'

const AdminPage = lazyPart(() => import('./pages/admin/AdminPage'), 'admin')
const SimsPage = lazyPart(() => import('./pages/admin/sims/SimsPage'), 'admin.sims')

const resources = registry.filter(({ scope }) => scope === 'admin')
const definitions = registered(resources)
/** The admin area, below `/admin`. For everyone but system administrators it does not exist. Rules, "Admin area". */
export default function AdminRoutes() {
  const isAdmin = usePermission('admin:access')
  if (!isAdmin) return <NotFound />
  return (
    <BasenameContextProvider basename={addresses.admin}>
      <ResourceDefinitionContextProvider definitions={definitions}>
        <Routes>
          <Route index element={<AdminPage />} />
          <Route path="sims" element={<SimsPage />} />
          {resources.map(routeOf)}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </ResourceDefinitionContextProvider>
    </BasenameContextProvider>
  )
}
