import { Breadcrumbs, Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { useTranslate } from '../../i18n/translate'
import { asLastSeen } from '../address/lastSearch'

interface ParentsProps {
  /** From the top, nearest last. */
  of: readonly { label: string; to: string }[]
}

/** Links to the pages above a page; a list is restored as last seen. */
export function Parents({ of }: ParentsProps) {
  return (
    <Breadcrumbs
      aria-label={useTranslate()('page.breadcrumbs')}
      sx={{ mb: 1, fontSize: '0.875rem', a: { display: 'inline-block', py: 1.5, my: -1.5 } }}
    >
      {of.map(({ label, to }) => (
        <Link key={to} component={RouterLink} to={asLastSeen(to)} underline="hover" color="text.secondary">
          {label}
        </Link>
      ))}
    </Breadcrumbs>
  )
}
