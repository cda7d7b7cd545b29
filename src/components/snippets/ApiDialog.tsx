import { Button, DialogActions, DialogContent, DialogContentText, Link } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { spaceAddresses } from '../../addresses'
import { usePermission } from '../../dataProvider/account'
import { type ListParams, listQueryOf, type ResourceEndpoint } from '../../dataProvider/endpoints'
import { useOptionalSpaceId } from '../../dataProvider/SpaceProvider'
import { TaskDialog } from '../dialog/TaskDialog'
import { KEY_VARIABLE, requestOf } from './commands'
import { Snippets, useApiBase } from './Snippets'
import { useTranslate } from './texts'

/** Link to the keys, for people who may see them. */
function KeysLink() {
  const translate = useTranslate()
  const spaceId = useOptionalSpaceId()
  const isPermitted = usePermission('space:key:read')
  if (!spaceId || !isPermitted) return null
  return (
    <Link component={RouterLink} to={spaceAddresses(spaceId).list('keys')}>
      {translate('snippets.keys')}
    </Link>
  )
}

interface ApiDialogProps {
  endpoint: ResourceEndpoint
  list: ListParams
  onClose: () => void
}

/** Commands for the call of a list, as of opening the dialog. */
export default function ApiDialog({ endpoint, list, onClose }: ApiDialogProps) {
  const translate = useTranslate()
  const base = useApiBase()
  const [request] = useState(() => {
    const { page, perPage } = list.pagination
    const offset = page > 1 && endpoint.query.offset ? { offset: (page - 1) * perPage } : {}
    const query = { ...listQueryOf(endpoint, list), ...offset }
    return requestOf(base, { method: 'get', path: endpoint.url }, { query })
  })
  return (
    <TaskDialog title={translate('snippets.title')} maxWidth="md" onClose={onClose}>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          <span>{translate(endpoint.paging === 'whole' ? 'snippets.whole' : 'snippets.text')}</span>{' '}
          <span>{translate('snippets.key', { variable: KEY_VARIABLE })}</span> <KeysLink />
        </DialogContentText>
        <Snippets request={request} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('common.close')}</Button>
      </DialogActions>
    </TaskDialog>
  )
}
