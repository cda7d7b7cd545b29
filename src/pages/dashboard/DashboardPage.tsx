import { useGetMany, useGetOne } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import type { Device } from '#contract/devices'
import type { Tag } from '#contract/tags'
import { Waiting } from '../../components/lazyPart'
import { Loaded, LoadFailed, NotFound } from '../../components/page'
import { usePermission } from '../../dataProvider/account'
import { Dashboard } from './Dashboard'
import { ownerOf } from './owner'

function DeviceDashboard({ id }: { id: string }) {
  const query = useGetOne<Device>('devices', { id })
  return (
    <Loaded query={query}>
      {({ name }) => <Dashboard key={id} owner={{ kind: 'device', id }} name={name} />}
    </Loaded>
  )
}

function TagDashboard({ id }: { id: string }) {
  const { data: tags, error, refetch } = useGetMany<Tag>('tags', { ids: [id] })
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!tags) return <Waiting />
  const tag = tags.find((found) => found?.id === id)
  return tag ? <Dashboard key={id} owner={{ kind: 'tag', id }} name={tag.name} /> : <NotFound />
}

/** The data of a device or a tag as a chart; for everyone but system administrators it is not there. Spec 2, section 6. */
export default function DashboardPage() {
  const isAdmin = usePermission('admin:access')
  const [search] = useSearchParams()
  const owner = ownerOf(search)
  if (!isAdmin || !owner) return <NotFound />
  return owner.kind === 'device' ? <DeviceDashboard id={owner.id} /> : <TagDashboard id={owner.id} />
}
