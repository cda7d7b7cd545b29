import EditIcon from '@mui/icons-material/EditOutlined'
import { IconButton, styled } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Permission } from '#contract/permissions'
import { usePermission } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { ReasonButton } from '../page'

const COMPACT = { minWidth: 0, p: 0.5 }

/** The actions of a row: the icons, not the edges of their buttons, stand under the title of the column. */
export const RowLinks = styled('div')({
  display: 'flex',
  alignItems: 'center',
  marginInline: -8,
  // Gives the line a baseline, on which the label of a card stands.
  '&::before': { content: '"\\200b"' },
})

/** An icon that leads from a row to a page. */
export function RowLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <IconButton component={Link} to={to} size="small" sx={COMPACT} aria-label={label} title={label}>
      {children}
    </IconButton>
  )
}

interface EditLinkProps {
  to: string
  label: string
  permission: Permission
}

/** Leads from a row to its edit mode; without the permission it says so. */
export function EditLink({ to, label, permission }: EditLinkProps) {
  const translate = useTranslate()
  const isPermitted = usePermission(permission)
  const icon = <EditIcon fontSize="small" />
  if (isPermitted)
    return (
      <RowLink to={to} label={label}>
        {icon}
      </RowLink>
    )
  const reason = translate('common.notPermitted')
  return (
    <ReasonButton reason={reason} aria-label={label} size="small" color="inherit" sx={COMPACT}>
      {icon}
    </ReasonButton>
  )
}
