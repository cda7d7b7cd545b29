import { Alert, Button, Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { CodeEditor } from '../../components/editor'
import { Waiting } from '../../components/lazyPart'
import { Loaded, LoadFailed, NotFound, PageHeader, Section, useCurrentAddress } from '../../components/page'
import { Parents } from '../../components/page/Parents'
import { usePermission } from '../../dataProvider/account'
import { useGetMany, useGetOne } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { LINK_PARAMETER, type Linked, readLink } from './code/link'
import { useCode } from './code/useCode'
import type { Owner } from './run/useMessages'
import { useTranslate } from './texts'
import { Workbench } from './Workbench'

/** The device or tag in the address; null if there is none. */
function ownerOf(search: URLSearchParams): Owner | null {
  const deviceId = search.get('deviceId')
  if (deviceId) return { kind: 'device', id: deviceId }
  const tagId = search.get('tagId')
  return tagId ? { kind: 'tag', id: tagId } : null
}

/** The code in the address, and a way to remove it. */
function useLink(): { linked: Linked | null; drop: () => void } {
  const { hash, search } = useLocation()
  const { replace } = useCurrentAddress()
  const linked = useMemo(() => readLink({ hash, search }), [hash, search])
  // Also drops the hash: `replace` builds an address without it.
  const drop = () => replace((parameters) => parameters.delete(LINK_PARAMETER))
  return { linked, drop }
}

interface LinkReviewProps {
  source: string
  onAgree: () => void
  onDecline: () => void
}

/** Shows code from a link and asks whether to run it. */
function LinkReview({ source, onAgree, onDecline }: LinkReviewProps) {
  const translate = useTranslate()
  return (
    <Section title={translate('dashboard.link.title')}>
      <Typography sx={{ mb: 2 }}>{translate('dashboard.link.text')}</Typography>
      <CodeEditor label={translate('dashboard.code.label')} language="javascript" value={source} />
      <Stack direction="row" useFlexGap spacing={1} sx={{ mt: 2, flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={onAgree}>
          {translate('dashboard.link.run')}
        </Button>
        <Button variant="outlined" onClick={onDecline}>
          {translate('dashboard.link.decline')}
        </Button>
      </Stack>
    </Section>
  )
}

/** A chart that a transformation makes from messages. Code from a link runs only after the person agrees. */
function Dashboard({ owner, name }: { owner: Owner; name: string }) {
  const translate = useTranslate()
  const to = useAddresses()
  const { linked, drop } = useLink()
  const code = useCode(owner)
  const agree = (source: string) => {
    code.welcome(source)
    drop()
  }
  return (
    <>
      <PageHeader
        title={translate('layout.titles.dashboard')}
        name={`${name}, ${translate('layout.titles.dashboard')}`}
        parents={
          <Parents
            of={[
              { label: translate('layout.titles.messages'), to: to.list('messages') },
              { label: name, to: to.list('messages', { [`${owner.kind}Id`]: owner.id }) },
            ]}
          />
        }
        actions={
          owner.kind === 'device' && (
            <Button component={Link} to={to.record('devices', owner.id)} variant="outlined">
              {translate('dashboard.device')}
            </Button>
          )
        }
      />
      {linked && 'fault' in linked && (
        <Alert severity="error" onClose={drop} sx={{ mb: 3 }}>
          {translate(`dashboard.link.${linked.fault}`)}
        </Alert>
      )}
      {linked && 'source' in linked ? (
        <LinkReview source={linked.source} onAgree={() => agree(linked.source)} onDecline={drop} />
      ) : (
        <Workbench {...{ owner, name, code }} />
      )}
    </>
  )
}

function DeviceDashboard({ id }: { id: string }) {
  const query = useGetOne('devices', { id })
  return (
    <Loaded query={query}>
      {({ name }) => <Dashboard key={id} owner={{ kind: 'device', id }} name={name} />}
    </Loaded>
  )
}

function TagDashboard({ id }: { id: string }) {
  const { data: tags, error, refetch } = useGetMany('tags', { ids: [id] })
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!tags) return <Waiting />
  const tag = tags.find((found) => found?.id === id)
  return tag ? <Dashboard key={id} owner={{ kind: 'tag', id }} name={tag.name} /> : <NotFound />
}

/** Data of a device or tag as a chart; only system administrators can see it. Rules, "Dashboard". */
export default function DashboardPage() {
  const isAdmin = usePermission('admin:access')
  const [search] = useSearchParams()
  const owner = ownerOf(search)
  if (!isAdmin || !owner) return <NotFound />
  return owner.kind === 'device' ? <DeviceDashboard id={owner.id} /> : <TagDashboard id={owner.id} />
}
