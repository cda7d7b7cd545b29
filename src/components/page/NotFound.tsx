import { Box, Button, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useTranslate } from '../../i18n/translate'
import { PageTitle } from './PageTitle'

interface NotFoundProps {
  /** Title for the missing thing. */
  title?: ReactNode
  text?: ReactNode
  /** Where to go instead; the spaces by default. */
  instead?: { label: string; to: string }
}

/** Shown for addresses without a page, and for things that do not exist or that the person may not see. */
export function NotFound({ title, text, instead }: NotFoundProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const missing = title ?? translate('page.notFound.title')
  return (
    <Box sx={{ maxWidth: 560, mx: 'auto', py: { xs: 4, sm: 10 }, textAlign: 'center' }}>
      <PageTitle name={typeof missing === 'string' ? missing : undefined} />
      <Typography
        aria-hidden
        sx={{ fontSize: '4rem', fontWeight: 700, lineHeight: 1, color: 'text.secondary' }}
      >
        404
      </Typography>
      <Typography variant="h1" sx={{ mt: 2, mb: 1 }}>
        {missing}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 3 }}>
        {text ?? translate('page.notFound.text')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
        <Button variant="contained" component={Link} to={instead?.to ?? '/spaces'}>
          {instead?.label ?? translate('page.notFound.toSpaces')}
        </Button>
        <Button onClick={() => void navigate(-1)}>{translate('page.notFound.back')}</Button>
      </Box>
    </Box>
  )
}
