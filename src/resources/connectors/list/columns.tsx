import type { Connector } from '#contract/connectors'
import { CopyText, TimeText } from '../../../components/page'
import { type Column, NameLink } from '../../../components/table'
import { useTags } from '../../../components/tags/useTags'
import { useTranslate } from '../../../i18n/translate'
import { EnabledText } from '../EnabledText'
import { Triggers } from '../Triggers'
import { useConnectorLinks } from '../useConnectorLinks'
import { RowActions } from './RowActions'
import { TagsCell } from './TagsCell'
import { useStateChoices, useTriggerChoices } from './useChoices'

function ConnectorName({ connector: { id, name } }: { connector: Connector }) {
  return <NameLink to={useConnectorLinks(id).detail} name={name} />
}

function ConnectorId({ id }: { id: string }) {
  return <CopyText short value={id} what={useTranslate()('connectors.id')} />
}

const Direction = ({ direction }: Pick<Connector, 'direction'>) =>
  useTranslate()(`messages.directions.${direction}`)

const Type = ({ type }: Pick<Connector, 'type'>) => useTranslate()(`connectors.types.${type}`)

/** Columns of the connector list. Spec 1, section 2. */
export const columns: readonly Column<Connector>[] = [
  {
    id: 'name',
    label: 'connectors.name',
    cell: (connector) => <ConnectorName connector={connector} />,
    sortBy: 'name',
    filter: { kind: 'text', source: 'name' },
    primary: true,
    hideable: false,
  },
  {
    id: 'id',
    label: 'connectors.id',
    cell: ({ id }) => <ConnectorId id={id} />,
    sortBy: 'id',
    width: 192,
    yields: 1,
  },
  {
    id: 'enabled',
    label: 'connectors.state',
    cell: ({ enabled }) => <EnabledText enabled={enabled} />,
    sortBy: 'enabled',
    filter: { kind: 'multiselect', source: 'enabled', useChoices: useStateChoices },
    width: 104,
  },
  {
    id: 'type',
    label: 'connectors.type',
    cell: ({ type }) => <Type type={type} />,
    sortBy: 'type',
    width: 96,
    yields: 3,
  },
  {
    id: 'direction',
    label: 'connectors.direction',
    cell: ({ direction }) => <Direction direction={direction} />,
    sortBy: 'direction',
    width: 112,
    yields: 4,
  },
  {
    id: 'triggers',
    label: 'connectors.triggersLabel',
    cell: ({ triggers }) => <Triggers triggers={triggers} />,
    filter: { kind: 'multiselect', source: 'triggers', useChoices: useTriggerChoices },
  },
  {
    id: 'tags',
    label: 'connectors.tags',
    cell: ({ tags }) => <TagsCell tags={tags} />,
    filter: { kind: 'multiselect', source: 'tags', useChoices: useTags },
  },
  {
    id: 'created',
    label: 'connectors.created',
    cell: ({ created_at }) => <TimeText value={created_at} />,
    sortBy: 'created_at',
    width: 124,
    yields: 2,
  },
  {
    id: 'actions',
    label: 'table.actions',
    cell: (connector) => <RowActions connector={connector} />,
    hideable: false,
    width: 96,
  },
]
