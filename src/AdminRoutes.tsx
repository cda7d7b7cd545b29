import { lazy } from 'react'
import { BasenameContextProvider } from 'react-admin'
import { Route, Routes } from 'react-router-dom'
import { addresses } from './addresses'
import { NotFound } from './components/page/Loaded'
import { ResourceRoutes } from './components/resource/definition'
import { usePermission } from './dataProvider/account'
import { registry } from './resources/registry'

const AdminPage = lazy(() => import('./pages/admin/AdminPage'))
const adminResources = registry.filter(({ scope }) => scope === 'admin')

/** The admin area, below `/admin`; for everyone but system administrators it is not there. Spec 2, section 6. */
export function AdminRoutes() {
  const isAdmin = usePermission('admin:access')
  if (!isAdmin) return <NotFound />
  return (
    <BasenameContextProvider basename={addresses.admin}>
      <Routes>
        <Route index element={<AdminPage />} />
        {adminResources.map((resource) => (
          <Route
            key={resource.name}
            path={`${resource.name}/*`}
            element={<ResourceRoutes definition={resource} />}
          />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </BasenameContextProvider>
  )
}
