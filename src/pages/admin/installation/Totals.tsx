import { Box, Link, styled } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Installation } from '#contract/admin'
import { addresses } from '../../../addresses'
import { Section } from '../../../components/page'
import { useTranslate } from '../texts'
import { useFormats } from './format'

interface FigureProps {
  label: string
  value: number
  /** Address of its list. */
  to?: string
}

/** A number with its label. */
function Figure({ label, value, to }: FigureProps) {
  const { number } = useFormats()
  const shown = number(value)
  return (
    <Box sx={{ minWidth: 0, display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' }}>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {label}
      </Box>
      <Box
        component="dd"
        sx={{ m: 0, fontSize: '1.5rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
      >
        {to === undefined ? (
          shown
        ) : (
          <Link component={RouterLink} to={to} aria-label={`${label}: ${shown}`}>
            {shown}
          </Link>
        )}
      </Box>
    </Box>
  )
}

const Figures = styled('dl')(({ theme }) => ({
  margin: 0,
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
}))

const TOTALS = ['users', 'spaces', 'devices', 'connectors', 'messages'] as const
const LISTS: Partial<Record<(typeof TOTALS)[number], string>> = {
  users: addresses.adminUsers,
  spaces: addresses.spaces,
  devices: addresses.adminDevices,
}
const SEEN = ['hour', 'day', 'week'] as const

/** Number of records of each kind, linked to their lists, and of devices that sent recently. */
export function Totals({ totals, seen }: Pick<Installation, 'totals' | 'seen'>) {
  const translate = useTranslate()
  return (
    <Section title={translate('admin.totals.title')}>
      <Figures>
        {TOTALS.map((name) => (
          <Figure
            key={name}
            label={translate(`admin.totals.${name}`)}
            value={totals[name]}
            {...(LISTS[name] !== undefined && { to: LISTS[name] })}
          />
        ))}
        {SEEN.map((span) => (
          <Figure key={span} label={translate(`admin.totals.${span}`)} value={seen[span]} />
        ))}
      </Figures>
    </Section>
  )
}
