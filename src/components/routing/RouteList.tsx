import YesIcon from '@mui/icons-material/CheckCircle'
import NoIcon from '@mui/icons-material/DoNotDisturbOn'
import FailedIcon from '@mui/icons-material/Error'
import { Box, Button, Link, styled } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Connector } from '#contract/connectors'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'

/** How many rows are seen at first of those that are not about what happens. */
const OTHERS_SEEN = 5

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'flex',
    gap: theme.spacing(1.5),
    paddingBlock: theme.spacing(1.5),
    borderTop: `1px solid ${theme.palette.divider}`,
  },
}))

const LOOKS = {
  yes: { Icon: YesIcon, color: 'success' },
  no: { Icon: NoIcon, color: 'disabled' },
  failed: { Icon: FailedIcon, color: 'error' },
} as const

interface RouteRowProps {
  look: keyof typeof LOOKS
  /** Undefined for a connector that is no more. */
  connector: Connector | undefined
  /** Controls at the right. */
  actions?: ReactNode
  children: ReactNode
}

/** One connector, and what it has to do with the device or message. */
export function RouteRow({ look, connector, actions, children }: RouteRowProps) {
  const translate = useTranslate()
  const spaceId = useSpaceId()
  const { Icon, color } = LOOKS[look]
  return (
    <li>
      <Icon color={color} fontSize="small" sx={{ mt: 0.25 }} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
          {connector ? (
            <Link
              component={RouterLink}
              to={`/space/${spaceId}/connectors/${connector.id}`}
              underline="hover"
              sx={{ fontWeight: 600 }}
            >
              {connector.name}
            </Link>
          ) : (
            translate('routing.message.deleted')
          )}
          <Box sx={{ mt: 0.5, typography: 'body2' }}>{children}</Box>
        </Box>
        {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{actions}</Box>}
      </Box>
    </li>
  )
}

interface RouteListProps {
  /** What the list is called by screen readers. */
  label: string
  /** Rows that tell of something that happens; all are seen. */
  rows: readonly ReactNode[]
  /** The others; only a few are seen until a person asks for all. */
  others: readonly ReactNode[]
}

/** Connectors, first those that are triggered. */
export function RouteList({ label, rows, others }: RouteListProps) {
  const translate = useTranslate()
  const [isWhole, setWhole] = useState(false)
  const hidden = isWhole ? 0 : Math.max(0, others.length - OTHERS_SEEN)
  return (
    <>
      <List aria-label={label}>
        {rows}
        {hidden > 0 ? others.slice(0, OTHERS_SEEN) : others}
      </List>
      {hidden > 0 && (
        <Button size="small" onClick={() => setWhole(true)}>
          {translate('routing.showOthers', { smart_count: hidden })}
        </Button>
      )}
    </>
  )
}
