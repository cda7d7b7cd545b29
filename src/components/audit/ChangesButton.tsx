import HistoryIcon from '@mui/icons-material/History'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { spaceAuditApi } from '#contract/audit'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useTranslate } from './texts'

/** Links to the changes of a record; only for admins of the space. */
export function ChangesButton({ id }: { id: string }) {
  const translate = useTranslate()
  const { changes } = useAddresses()
  const isOffered = useCapability(spaceAuditApi.list.capability)
  const mayRead = usePermission(spaceAuditApi.list.permission)
  if (!isOffered || !mayRead) return null
  return (
    <Button component={Link} to={changes(id)} size="small" startIcon={<HistoryIcon />}>
      {translate('audit.changes.title')}
    </Button>
  )
}
