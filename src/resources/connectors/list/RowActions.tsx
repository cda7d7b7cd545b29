import EditIcon from '@mui/icons-material/EditOutlined'
import DetailIcon from '@mui/icons-material/InfoOutlined'
import { IconButton, styled } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Connector } from '#contract/connectors'
import { ReasonButton } from '../../../components/page'
import { usePermission } from '../../../dataProvider/account'
import { useConnectorLinks } from '../useConnectorLinks'

// The icons, not the edges of their buttons, stand under the title of the column.
const Actions = styled('div')({ display: 'flex', marginInline: -8 })
const COMPACT = { minWidth: 0, p: 0.5 }

/** Links of a row. Without the permission to change connectors, the one to the edit mode says so. */
export function RowActions({ connector: { id, name } }: { connector: Connector }) {
  const translate = useTranslate()
  const links = useConnectorLinks(id)
  const canUpdate = usePermission('space:connector:update')
  const detailLabel = translate('connectors.actions.detail', { name })
  const editLabel = translate('connectors.actions.edit', { name })
  const link = { component: Link, size: 'small', sx: COMPACT } as const
  return (
    <Actions>
      <IconButton {...link} to={links.detail} aria-label={detailLabel} title={detailLabel}>
        <DetailIcon fontSize="small" />
      </IconButton>
      {canUpdate ? (
        <IconButton {...link} to={links.edit} aria-label={editLabel} title={editLabel}>
          <EditIcon fontSize="small" />
        </IconButton>
      ) : (
        <ReasonButton
          reason={translate('common.notPermitted')}
          aria-label={editLabel}
          size="small"
          color="inherit"
          sx={COMPACT}
        >
          <EditIcon fontSize="small" />
        </ReasonButton>
      )}
    </Actions>
  )
}
