import EditIcon from '@mui/icons-material/EditOutlined'
import MessagesIcon from '@mui/icons-material/ForumOutlined'
import DetailIcon from '@mui/icons-material/InfoOutlined'
import ConsoleIcon from '@mui/icons-material/TerminalOutlined'
import { IconButton, styled } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { ReasonButton } from '../../components/page'
import { usePermission } from '../../dataProvider/account'
import { useDeviceLinks } from './useDeviceLinks'

// The icons, not the edges of their buttons, stand under the title of the column.
const Actions = styled('div')({ display: 'flex', marginInline: -8 })
const COMPACT = { minWidth: 0, p: 0.5 }

function ActionLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <IconButton component={Link} to={to} size="small" sx={COMPACT} aria-label={label} title={label}>
      {children}
    </IconButton>
  )
}

/** Links of a row. Without the permission to change devices, the one to the edit mode says so. */
export function RowActions({ device: { id, name } }: { device: Device }) {
  const translate = useTranslate()
  const links = useDeviceLinks(id)
  const canUpdate = usePermission('space:device:update')
  const editLabel = translate('devices.actions.edit', { name })
  return (
    <Actions>
      <ActionLink to={links.console} label={translate('devices.actions.console', { name })}>
        <ConsoleIcon fontSize="small" />
      </ActionLink>
      {links.messages && (
        <ActionLink to={links.messages} label={translate('devices.actions.messages', { name })}>
          <MessagesIcon fontSize="small" />
        </ActionLink>
      )}
      <ActionLink to={links.detail} label={translate('devices.actions.detail', { name })}>
        <DetailIcon fontSize="small" />
      </ActionLink>
      {canUpdate ? (
        <ActionLink to={links.edit} label={editLabel}>
          <EditIcon fontSize="small" />
        </ActionLink>
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
