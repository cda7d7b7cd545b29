import { useParams } from 'react-router-dom'
import { spaceAuditApi } from '#contract/audit'
import { GUEST_LINKS_CAPABILITY } from '#contract/guestLinks/capability'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import type { Space } from '#contract/spaces'
import { lazyPart } from '../../components/lazyPart'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { spaceFields } from './fields'

const GuestLinks = lazyPart(() => import('../../components/guestLinks/GuestLinks'))
const RecentChanges = lazyPart(() => import('../../components/audit/RecentChanges'))
const SpaceSettings = lazyPart(() => import('../../components/series/settings/SpaceSettings'))
const SpaceEdit = lazyPart(async () => ({ default: (await import('./SpaceForms')).SpaceEdit }))

/** Space info page. Rules, "Spaces". */
export default function SpacePage() {
  const { spaceId } = useParams()
  const isAudited = useCapability(spaceAuditApi.list.capability)
  const hasChanges = usePermission(spaceAuditApi.list.permission) && isAudited
  const hasSeries = useCapability(SERIES_CAPABILITY)
  const readsGuestLinks = usePermission('space:guestLink:read')
  const hasGuestLinks = useCapability(GUEST_LINKS_CAPABILITY) && readsGuestLinks
  return (
    <RecordPage
      id={spaceId}
      show={
        <>
          <RecordDetails<Space> fields={spaceFields} />
          {spaceId && hasSeries && <SpaceSettings spaceId={spaceId} />}
          {spaceId && hasGuestLinks && <GuestLinks spaceId={spaceId} />}
          {spaceId && hasChanges && <RecentChanges spaceId={spaceId} />}
        </>
      }
      edit={<SpaceEdit />}
    />
  )
}
