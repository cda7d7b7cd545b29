import HistoryIcon from '@mui/icons-material/History'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import type { Connector } from '#contract/connectors'
import { useAddressParameter } from '../../../components/page'
import { useVersionAddress } from './access'
import { useTranslate } from './texts'
import { VersionDialog } from './VersionDialog'
import { VersionList } from './VersionList'

interface OfConnector {
  connector: Connector
}

/** Leads to the versions of a connector's code. */
export default function VersionsButton({ connector }: OfConnector) {
  return (
    <Button
      component={Link}
      to={useVersionAddress(connector.id)('all')}
      size="small"
      startIcon={<HistoryIcon />}
    >
      {useTranslate()('connectors.versions.title')}
    </Button>
  )
}

/** The version in the address, compared with the current code, or all versions. Attempts link to theirs. */
export function AskedVersion({ connector }: OfConnector) {
  const [asked, setAsked] = useAddressParameter('version')
  const close = () => setAsked(null)
  const all = useVersionAddress(connector.id)('all')
  if (asked === 'all') return <VersionList connector={connector} onClose={close} />
  if (asked === null || !/^[1-9]\d{0,8}$/.test(asked)) return null
  return <VersionDialog key={asked} connector={connector} version={Number(asked)} all={all} onClose={close} />
}
