import ChatIcon from '@mui/icons-material/ChatOutlined'
import CloudIcon from '@mui/icons-material/CloudOutlined'
import PlainIcon from '@mui/icons-material/DataObject'
import AlertIcon from '@mui/icons-material/NotificationsOutlined'
import PlatformIcon from '@mui/icons-material/QueryStatsOutlined'
import { styled } from '@mui/material'
import { Link } from 'react-router-dom'
import { SUGGESTION } from '../../components/address/addressMode'
import { Guide, Tiles } from '../../components/guide/Guide'
import { type DestinationId, destinationOf } from './destinations'
import type { Destination } from './destinations/destination'
import { useTranslate } from './destinations/texts'
import { useOffered } from './destinations/useOffered'

/** Some of each kind; the form has all of them. */
const SHOWN = [
  'messages',
  'thingsboard',
  'influxdb',
  'homeassistant',
  'sheets',
  'eventgrid',
  'slackMessages',
  'alerts',
] as const satisfies DestinationId[]

const ICONS = {
  plain: PlainIcon,
  platforms: PlatformIcon,
  clouds: CloudIcon,
  chat: ChatIcon,
  alerts: AlertIcon,
} as const satisfies Record<Destination['group'], typeof PlainIcon>

const Tile = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  height: '100%',
  minHeight: 44,
  padding: '8px 12px',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.paper,
  ...theme.typography.body2,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  svg: { flex: 'none', color: theme.palette.text.secondary },
  '&:hover': { borderColor: theme.palette.primary.main },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
}))

/** Opens the form of a new connector for a destination. */
function DestinationTile({ id }: { id: DestinationId }) {
  const translate = useTranslate()
  const Icon = ICONS[destinationOf(id).group]
  return (
    <li>
      <Tile to={`?${new URLSearchParams({ create: 'true', [SUGGESTION]: id })}`} state={{ opened: 'create' }}>
        <Icon fontSize="small" />
        <span>{translate(`connectors.destinations.names.${id}`)}</span>
      </Tile>
    </li>
  )
}

/** Examples of destinations: each leads to its filled form. */
export default function ConnectorGuide() {
  const translate = useTranslate()
  const isOffered = useOffered()
  return (
    <Guide
      title={translate('connectors.destinations.guide.title')}
      text={translate('connectors.destinations.guide.text')}
    >
      <Tiles>
        {SHOWN.filter((id) => isOffered(destinationOf(id))).map((id) => (
          <DestinationTile key={id} id={id} />
        ))}
      </Tiles>
    </Guide>
  )
}
