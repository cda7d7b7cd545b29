import EditIcon from '@mui/icons-material/EditOutlined'
import { IconButton, styled } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Permission } from '#contract/permissions'
import { useKnownPermission } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { HOVER_ONLY } from '../../theme/theme'
import { ReasonButton } from '../page'

const Anchor = styled(Link)(({ theme }) => ({
  color: theme.palette.primary.main,
  fontWeight: 600,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' },
  // A long name is cut off in a row; with the focus, or in a card, it shows in full.
  'td &': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', overflowWrap: 'inherit' },
  'td &:focus-visible': { whiteSpace: 'normal', overflow: 'visible', overflowWrap: 'anywhere' },
}))

/** The name of a row as a link to its page. */
export function NameLink({ to, name }: { to: string; name: string }) {
  return (
    <Anchor to={to} title={name}>
      {name}
    </Anchor>
  )
}

/** Container for the actions of a row. Their icons, not the edges of their buttons, align with the column's title. */
export const RowLinks = styled('div')({
  display: 'flex',
  alignItems: 'center',
  marginInline: -8,
  // They show in the row that the pointer or the focus is in.
  [HOVER_ONLY]: {
    'tbody:not(:hover, :focus-within) > tr > td > &': { opacity: 0 },
  },
  // Gives the line a baseline to align with the label of a card.
  '&::before': { content: '"\\200b"' },
})

const COMPACT = { minWidth: 0, p: 0.5 }

interface RowLinkProps {
  to: string
  label: string
}

/** An icon in a row that links to a page. */
export function RowLink({ to, label, children }: RowLinkProps & { children: ReactNode }) {
  return (
    <IconButton component={Link} to={to} size="small" sx={COMPACT} aria-label={label} title={label}>
      {children}
    </IconButton>
  )
}

interface EditLinkProps extends RowLinkProps {
  permission: Permission | undefined
  /** Why this row cannot be edited; null when it can. */
  reason: string | null
}

/**
 * A link from a row to its edit mode; disabled with the reason when the permission is missing, or with its own reason.
 * Until the role is known it is a link, because most people may edit and no row should change.
 */
export function EditLink({ to, label, permission, reason }: EditLinkProps) {
  const translate = useTranslate()
  const isPermitted = useKnownPermission(permission) !== false
  const icon = <EditIcon fontSize="small" />
  if (isPermitted && reason === null)
    return (
      <RowLink to={to} label={label}>
        {icon}
      </RowLink>
    )
  const said = (isPermitted && reason) || translate('common.notPermitted')
  return (
    <ReasonButton reason={said} aria-label={label} size="small" color="inherit" sx={COMPACT}>
      {icon}
    </ReasonButton>
  )
}
