import YesIcon from '@mui/icons-material/CheckCircle'
import NoIcon from '@mui/icons-material/DoNotDisturbOn'
import FailedIcon from '@mui/icons-material/Error'
import { Alert, Box, Button, Chip, Link, Stack, styled, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import { type Connector, isForAlerts, type Mismatch } from '#contract/connectors'
import type { MessageType } from '#contract/messages'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { textOf } from '../../i18n'
import { wantTexts } from '../../i18n/catalogs'
import { msg as messageMsg } from '../message/texts'
import { Section } from '../page'
import { Loaded, type LoadedProps } from '../page/Loaded'
import { entityOf } from '../resource/definition'
import { useTranslate } from './texts'

/** All connectors of the space, by name. */
export const useConnectors = () => useGetList('connectors', WHOLE_LIST)

/** Whether a connector only sends alerts, on a server that supports alerts. */
export function useSendsAlertsOnly() {
  const hasAlerts = useCapability(ALERTS_CAPABILITY)
  return (connector: Pick<Connector, 'triggers'>) => hasAlerts && isForAlerts(connector)
}

/** Describes why a connector is not triggered. `type` is the message's type; undefined for messages of any type. */
export function useReasons() {
  const translate = useTranslate()
  const sendsAlertsOnly = useSendsAlertsOnly()
  return (
    { direction, triggers }: Pick<Connector, 'direction' | 'triggers'>,
    reasons: readonly (Mismatch | 'later')[],
    type?: MessageType,
  ) => {
    if (sendsAlertsOnly({ triggers })) return translate('routing.reasons.alerts')
    return reasons
      .map((reason) =>
        reason === 'trigger' && type === undefined
          ? translate('routing.noTriggers')
          : translate(`routing.reasons.${reason}`, {
              direction: translate(messageMsg(`message.directions.${direction}`)),
              type: type && translate(messageMsg(`message.types.${type}`)),
            }),
      )
      .join('; ')
  }
}

export function TypeChips({ types }: { types: readonly MessageType[] }) {
  const translate = useTranslate()
  return (
    <Stack component="ul" direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 0.5, m: 0, p: 0 }}>
      {types.map((type) => (
        <Chip
          key={type}
          component="li"
          size="small"
          variant="outlined"
          label={translate(messageMsg(`message.types.${type}`))}
        />
      ))}
    </Stack>
  )
}

/** Number of connectors without trigger that are shown at first. */
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
  /** Undefined for a deleted connector. */
  connector: Connector | undefined
  /** Controls on the right. */
  actions?: ReactNode
  children: ReactNode
}

/** One connector, and whether the device or message triggers it. */
export function RouteRow({ look, connector, actions, children }: RouteRowProps) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { Icon, color } = LOOKS[look]
  return (
    <li>
      <Icon color={color} fontSize="small" sx={{ mt: 0.25 }} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
          {connector ? (
            <Link
              component={RouterLink}
              to={addresses.record('connectors', connector.id)}
              underline="hover"
              sx={{ fontWeight: 600 }}
            >
              {connector.name}
            </Link>
          ) : (
            <span>{translate('routing.message.deleted')}</span>
          )}
          <Box sx={{ mt: 0.5, typography: 'body2' }}>{children}</Box>
        </Box>
        {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{actions}</Box>}
      </Box>
    </li>
  )
}

interface RouteSectionProps<Row> extends LoadedProps<Row> {
  /** Selects the texts. */
  of: 'device' | 'message'
}

/** The section of a page about the connectors of a device or message. */
export function RouteSection<Row>({ of, ...loaded }: RouteSectionProps<Row>) {
  const translate = useTranslate()
  return (
    <Section title={translate(`routing.${of}.title`)}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        <span>{translate(`routing.${of}.hint`)}</span> {translate('routing.asNow')}
      </Typography>
      <Loaded {...loaded} />
    </Section>
  )
}

const CONNECTORS = entityOf({ name: 'connectors' })
wantTexts('connectors')

/** Reports that the space has no connectors, with a link to create one or a note about who can. */
function NoConnectors() {
  const translate = useTranslate()
  const { list } = useAddresses()
  const forms = {
    many: translate(textOf(CONNECTORS, 'many')),
    first: translate(textOf(CONNECTORS, 'first')),
  }
  if (!usePermission('space:connector:create'))
    return <Alert severity="info">{translate('table.emptyForReader', forms)}</Alert>
  const create = (
    <Button component={RouterLink} to={list('connectors', { create: true })} color="inherit" size="small">
      {translate('table.createFirst', forms)}
    </Button>
  )
  return (
    <Alert severity="info" action={create}>
      {translate('routing.noConnectors')}
    </Alert>
  )
}

interface RouteListProps {
  /** Accessible name of the list. */
  label: string
  /** Triggered connectors; all of them are shown. */
  rows: readonly ReactNode[]
  /** Other connectors; a few are shown until a person asks for all. */
  others: readonly ReactNode[]
}

/** A list of connectors, the triggered ones first. */
export function RouteList({ label, rows, others }: RouteListProps) {
  const translate = useTranslate()
  const [isWhole, setWhole] = useState(false)
  if (rows.length + others.length === 0) return <NoConnectors />
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
