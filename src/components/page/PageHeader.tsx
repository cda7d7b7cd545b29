import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { HelpLink } from './HelpLink'
import { PageTitle } from './PageTitle'
import { usePeekedId } from './peek'

export interface PageHeaderProps {
  title: ReactNode
  /** Name for the browser's title, if it differs from the page's title. */
  name?: string
  /** `Parents`: the pages above this one. */
  parents?: ReactNode
  /** Buttons, at most one of them primary. */
  actions?: ReactNode
  children?: ReactNode
}

/** The title of a page, with the way back, help and actions; in the peek panel, of a part of the page. */
export function PageHeader({ title, name, parents, actions, children }: PageHeaderProps) {
  const isPeek = usePeekedId() !== null
  return (
    <Box component={isPeek ? 'div' : 'header'} sx={{ mb: 2 }}>
      {!isPeek && <PageTitle name={name ?? (typeof title === 'string' ? title : undefined)} />}
      {parents}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 2,
          minHeight: parents ? 37 : undefined,
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flex: '1 1 auto', minWidth: 0 }}>
          <Typography
            variant={isPeek ? 'h2' : 'h1'}
            tabIndex={isPeek ? undefined : -1}
            sx={{ outlineOffset: 4, minWidth: 0, overflowWrap: 'anywhere' }}
          >
            {title}
          </Typography>
          {!isPeek && <HelpLink />}
        </Box>
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
