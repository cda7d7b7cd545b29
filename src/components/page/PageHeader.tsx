import { Box, Breadcrumbs, Link, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useTranslate } from '../../i18n/translate'
import { asLastSeen } from './lastSearch'
import { PageTitle } from './PageTitle'

export interface PageHeaderProps {
  title: ReactNode
  /** What the page is about, for the browser's title, where this is not the title itself. */
  name?: string
  /** Pages above this one, the nearest last; a list is shown as it was last seen. */
  parents?: { label: string; to: string }[] | undefined
  /** Buttons; at most one of them is the primary one. */
  actions?: ReactNode
  children?: ReactNode
}

/** Title of a page with the way back and its actions. */
export function PageHeader({ title, name, parents, actions, children }: PageHeaderProps) {
  const translate = useTranslate()
  return (
    <Box component="header" sx={{ mb: 3 }}>
      <PageTitle name={name ?? (typeof title === 'string' ? title : undefined)} />
      {parents && parents.length > 0 && (
        <Breadcrumbs
          aria-label={translate('page.breadcrumbs')}
          sx={{ mb: 1, fontSize: '0.875rem', a: { display: 'inline-block', py: 1.5, my: -1.5 } }}
        >
          {parents.map(({ label, to }) => (
            <Link
              key={to}
              component={RouterLink}
              to={asLastSeen(to)}
              underline="hover"
              color="text.secondary"
            >
              {label}
            </Link>
          ))}
        </Breadcrumbs>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minHeight: parents && 37 }}>
        <Typography variant="h1" sx={{ flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {actions && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'end', gap: 1, ml: 'auto' }}>
            {actions}
          </Box>
        )}
      </Box>
      {children}
    </Box>
  )
}
