import { Button } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { ALERT_DEVICES_MAX, type Alert, isOfConnectors } from '#contract/alerts'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { serverNow } from '../../clock'
import { FlappingText, Lasting, WorstText } from '../../components/alerts/cells'
import {
  countedOf,
  deliveriesAddress,
  episodesOf,
  historyAddress,
  messagesAddress,
  type SubjectEpisode,
} from '../../components/alerts/episodes'
import { useValueWords } from '../../components/alerts/Sentence'
import { group, msg, useTranslate } from '../../components/alerts/texts'
import { Section, TimeText } from '../../components/page'
import { type Column, LocalTable, NameLink } from '../../components/table'
import { useCapability } from '../../config'
import { useAddresses } from '../../dataProvider/SpaceProvider'

/** Milliseconds between two polls; a hidden page does not poll. */
export const POLL = { refetchInterval: 5000 }

/** An episode as a row of a table. */
interface Row extends Omit<SubjectEpisode, 'id'> {
  /** Id of the episode. */
  id: string
  /** Id of the device or connector. */
  subject: string
  /** Index in the server's order. */
  place: number
}

function SubjectLink({ row: { resource, subject, name } }: { row: Row }) {
  return <NameLink to={useAddresses().record(resource, subject)} name={name} />
}

function Value({ path }: { path: string }) {
  return useValueWords()(path).label
}

/** Links to the readings and messages of the device at that time, or to failed deliveries of the connector. */
function Places({ row }: { row: Row }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const hasHistory = useCapability(SERIES_CAPABILITY)
  const names = { name: row.name }
  const place = { ...row, id: row.subject }
  // oxlint-disable-next-line react/purity -- the range ends when the row renders, which is close enough to a click
  const now = serverNow()
  if (row.resource === 'connectors')
    return (
      <Button
        component={RouterLink}
        size="small"
        to={deliveriesAddress(addresses, place, now)}
        aria-label={translate('alerts.deliveriesOf', names)}
      >
        {translate('alerts.deliveries')}
      </Button>
    )
  return (
    <>
      {hasHistory && (
        <Button
          component={RouterLink}
          size="small"
          to={historyAddress(addresses, place, now)}
          aria-label={translate('alerts.historyOf', names)}
        >
          {translate('alerts.history')}
        </Button>
      )}
      <Button
        component={RouterLink}
        size="small"
        to={messagesAddress(addresses, place, now)}
        aria-label={translate('alerts.messagesOf', names)}
      >
        {translate('alerts.messages')}
      </Button>
    </>
  )
}

function Ended({ at }: { at: string | null }) {
  const translate = useTranslate()
  return at === null ? <span>{translate('alerts.stillSo')}</span> : <TimeText value={at} />
}

const subjectColumn = (label: Column<Row>['label']): Column<Row> => ({
  id: 'subject',
  label,
  cell: (row) => <SubjectLink row={row} />,
  sortBy: 'name',
  primary: true,
  width: 140,
})

const timeColumns: readonly Column<Row>[] = [
  {
    id: 'since',
    label: msg('alerts.since'),
    cell: ({ since }) => <TimeText value={since} />,
    sortBy: 'since',
    card: 'line',
    width: 124,
  },
  {
    id: 'ended_at',
    label: msg('alerts.until'),
    cell: ({ ended_at }) => <Ended at={ended_at} />,
    sortBy: 'ended_at',
    card: 'line',
    width: 124,
  },
  {
    id: 'lasted',
    label: msg('alerts.lasted'),
    cell: ({ since, ended_at }) => <Lasting from={since} until={ended_at} />,
    dropPriority: 2,
    width: 120,
  },
  {
    id: 'actions',
    label: 'table.actions',
    card: 'actions',
    hideable: false,
    cell: (row) => <Places row={row} />,
    width: 190,
  },
]

const flapping: Column<Row> = {
  id: 'flapping',
  label: msg('alerts.flapping'),
  cell: (row) => <FlappingText of={row} />,
  card: 'line',
  dropPriority: 3,
  width: 124,
}

const deviceColumns: readonly Column<Row>[] = [
  subjectColumn(msg('alerts.device')),
  {
    id: 'path',
    label: msg('alerts.value'),
    cell: ({ path }) => path && <Value path={path} />,
    sortBy: 'path',
    card: 'line',
    dropPriority: 1,
    width: 100,
  },
  {
    id: 'worst',
    label: msg('alerts.worst'),
    cell: (row) => <WorstText episode={row} />,
    sortBy: 'worst',
    card: 'line',
    align: 'right',
    width: 96,
  },
  ...timeColumns,
]

const connectorColumns = [subjectColumn(msg('alerts.connectorName')), ...timeColumns]

const COLUMNS = {
  devices: { steady: deviceColumns, flapping: deviceColumns.toSpliced(-timeColumns.length, 0, flapping) },
  connectors: {
    steady: connectorColumns,
    flapping: connectorColumns.toSpliced(-timeColumns.length, 0, flapping),
  },
} as const

// In the server's order: those whose condition still holds come first.
const SORT = { field: 'place', order: 'ASC' } as const

const PER_PAGE = 25

const rowLabel = ({ name }: Row) => name

/** Number of devices or connectors in an alert. */
export function useCounted() {
  const translate = useTranslate()
  return (alert: Alert) => {
    const { words, smart_count } = countedOf(alert)
    return translate(`alerts.${words}`, { smart_count })
  }
}

/** Devices or connectors of an alert. */
export function Subjects({ alert }: { alert: Alert }) {
  const translate = useTranslate()
  const ofConnectors = isOfConnectors(alert.condition)
  const data = episodesOf(alert).map(
    (one, place): Row =>
      Object.assign({}, one, { place, subject: one.id, id: `${one.id} ${one.path} ${one.since}` }),
  )
  return (
    <Section title={useCounted()(alert)}>
      <LocalTable<Row>
        title={translate(ofConnectors ? 'alerts.connectors' : 'alerts.devices')}
        query={{ data, error: null, isPending: false, refetch: () => undefined }}
        columns={COLUMNS[ofConnectors ? 'connectors' : 'devices'][alert.flapping ? 'flapping' : 'steady']}
        entity={group('alerts.entity')}
        defaultSort={SORT}
        rowLabel={rowLabel}
        perPage={PER_PAGE}
      />
      {data.length >= ALERT_DEVICES_MAX && (
        <span>{translate('alerts.notAll', { smart_count: data.length })}</span>
      )}
    </Section>
  )
}
