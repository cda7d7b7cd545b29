import { Alert, Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { PageHeader } from '../../components/page'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { LinkReview } from './code/LinkReview'
import { useCode } from './code/useCode'
import { useLink } from './code/useLink'
import type { Owner } from './owner'
import { Workbench } from './Workbench'

interface DashboardProps {
  owner: Owner
  /** Of the device or the tag. */
  name: string
}

/** A chart that a transformation makes of the messages. Code from a link is shown first, and runs when it is agreed to. */
export function Dashboard({ owner, name }: DashboardProps) {
  const translate = useTranslate()
  const space = `/space/${useSpaceId()}`
  const messages = `${space}/messages?${new URLSearchParams({ [`${owner.kind}Id`]: owner.id })}`
  const { linked, drop } = useLink()
  const code = useCode(owner)
  const agree = (source: string) => {
    code.welcome(source)
    drop()
  }
  return (
    <>
      <PageHeader
        title={translate('dashboard.title')}
        parents={[
          { label: translate('messages.list.title'), to: `${space}/messages` },
          { label: name, to: messages },
        ]}
        actions={
          owner.kind === 'device' && (
            <Button component={Link} to={`${space}/devices/${owner.id}`} variant="outlined">
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
