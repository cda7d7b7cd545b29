import type { AdminUser } from '#contract/admin'
import { lazyPart } from '../../components/lazyPart'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { adminUserFields } from './fields'
import { SpacesSection } from './spaces'

const AdminUserEdit = lazyPart(async () => ({ default: (await import('./AdminUserForms')).AdminUserEdit }))

function AdminUserShow() {
  return (
    <>
      <RecordDetails<AdminUser> fields={adminUserFields} />
      <SpacesSection />
    </>
  )
}

/** One person of the installation, viewed or edited. Rules, "Admin area". */
export default function AdminUserPage() {
  return <RecordPage show={<AdminUserShow />} edit={<AdminUserEdit />} />
}
