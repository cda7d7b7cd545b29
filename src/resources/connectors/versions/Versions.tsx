import HistoryIcon from '@mui/icons-material/History'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import type { Connector } from '#contract/connectors'
import { useAddressParameter } from '../../../components/page'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from './texts'
import { VersionDialog } from './VersionDialog'
import { VersionList } from './VersionList'

/** Leads to the code that a connector had. The address names the version that is compared: attempts link to theirs. */
export default function Versions({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const { record } = useAddresses()
  const [asked, setAsked] = useAddressParameter('version')
  const close = () => setAsked(null)
  const all = record('connectors', connector.id, { version: 'all' })
  return (
    <>
      <Button component={Link} to={all} size="small" startIcon={<HistoryIcon />}>
        {translate('connectors.versions.title')}
      </Button>
      {asked === 'all' && <VersionList connector={connector} onClose={close} />}
      {asked !== null && /^[1-9]\d{0,8}$/.test(asked) && (
        <VersionDialog key={asked} connector={connector} version={Number(asked)} all={all} onClose={close} />
      )}
    </>
  )
}
