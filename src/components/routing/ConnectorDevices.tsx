import { Alert, Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import { useListContext } from 'react-admin'
import { type Connector, sharedTags } from '#contract/connectors'
import type { Device } from '#contract/devices'
import { typesOf } from '#contract/messages'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { msg as messageMsg } from '../message/texts'
import { Field, FieldList, Section, TagChips, TimeText } from '../page'
import { type Column, NameLink, PagedTable } from '../table'
import { fieldLabel } from '../words/fieldLabel'
import { msg as word } from '../words/texts'
import { standstillOf } from './explain'
import { TypeChips, useSendsAlertsOnly } from './RouteList'
import { msg, useTranslate } from './texts'

const SERIAL_NUMBER = fieldLabel('devices', 'serial_number')
const LAST_SEEN = fieldLabel('devices', 'last_seen')

const byName = { field: 'name', order: 'ASC' } as const
const rowLabel = ({ name }: Device) => name

function DeviceLink({ id, name }: Device) {
  return <NameLink to={useAddresses().record('devices', id)} name={name} />
}

const columnsOf = (connector: Connector): Column<Device>[] => [
  {
    id: 'name',
    label: word('words.message.device'),
    cell: (device) => <DeviceLink {...device} />,
    sortBy: 'name',
    primary: true,
  },
  {
    id: 'tags',
    label: msg('routing.sharedTags'),
    cell: (device) => <TagChips tags={sharedTags(connector, device)} />,
  },
  {
    id: 'serial_number',
    label: SERIAL_NUMBER,
    cell: ({ serial_number }) => serial_number,
    sortBy: 'serial_number',
    width: 160,
  },
  {
    id: 'last_seen',
    label: LAST_SEEN,
    cell: ({ last_seen }) => <TimeText value={last_seen} />,
    sortBy: 'last_seen',
    width: 200,
  },
]

/** Number of matching devices, once known. */
function DeviceCount() {
  const translate = useTranslate()
  const { total } = useListContext()
  if (total === undefined) return null
  return (
    <Typography variant="body2" sx={{ mb: 1 }}>
      {translate('routing.devices.count', { smart_count: total })}
    </Typography>
  )
}

/** Shows which messages trigger a connector, and which devices share a tag with it. */
export function ConnectorDevices({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const columns = useMemo(() => columnsOf(connector), [connector])
  const filter = useMemo(() => ({ tag_ids: connector.tags.map(({ id }) => id) }), [connector.tags])
  const standstill = standstillOf(connector)
  const types = typesOf(connector.triggers)
  const direction = translate(messageMsg(`message.directions.${connector.direction}`))
  if (useSendsAlertsOnly()(connector))
    return (
      <Section title={translate('layout.titles.devices')}>
        <Typography variant="body2">{translate('routing.devices.alerts')}</Typography>
      </Section>
    )
  return (
    <Section title={translate('layout.titles.devices')}>
      <Stack spacing={2}>
        {types.length > 0 && (
          <FieldList>
            <Field label={translate('routing.devices.triggeredBy', { direction })} wide>
              <TypeChips types={types} />
            </Field>
          </FieldList>
        )}
        {standstill && (
          <Alert severity="warning">{translate(`routing.devices.standstill.${standstill}`)}</Alert>
        )}
        {connector.tags.length === 0 ? (
          <Typography variant="body2">{translate('routing.devices.tagless')}</Typography>
        ) : (
          <div>
            <PagedTable
              resource="devices"
              title={translate('routing.devices.list')}
              {...{ columns, filter, rowLabel }}
              defaultSort={byName}
              notice={<DeviceCount />}
              empty={<Alert severity="warning">{translate('routing.devices.none')}</Alert>}
            />
          </div>
        )}
      </Stack>
    </Section>
  )
}
