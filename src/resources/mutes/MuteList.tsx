import { useMemo } from 'react'
import type { Mute } from '#contract/alerts'
import { useAlertTabs } from '../../components/alerts/useAlertTabs'
import { lazyPart } from '../../components/lazyPart'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { RowActions } from '../../components/resource/RowActions'
import type { Column } from '../../components/table'
import { RowLinks } from '../../components/table'
import { useAreLoading } from '../../dataProvider/queries'
import { EndButton, MuteState } from './cells'
import { muteFields } from './fields'
import { msg } from './texts'

const NAMED = ['devices', 'tags', 'alert-rules', 'connectors'] as const

/**
 * Columns of a list with names of devices, tags, rules or connectors. They change identity once the names have loaded,
 * so that the list measures them again.
 */
function useNamedColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const isNamed = !useAreLoading(NAMED)
  return useMemo(() => (isNamed ? [...columns] : columns), [columns, isNamed])
}

const MuteGuide = lazyPart(() => import('./MuteGuide'))

const SORT = { field: 'ends_at', order: 'DESC' } as const

const { name, ...others } = muteFields
const columns = columnsOf<Mute>(
  {
    name,
    state: {
      label: msg('mutes.state'),
      show: (mute: Mute) => <MuteState mute={mute} />,
      column: { card: 'title', width: 110 },
    },
    ...others,
  },
  {
    actions: {
      cell: (mute) => (
        <RowLinks>
          <EndButton mute={mute} isSmall />
          <RowActions row={mute} />
        </RowLinks>
      ),
      width: 124,
    },
  },
)

/** Mutes of the space. Rules, "Alerts". */
export default function MuteList() {
  return (
    <ResourceList<Mute>
      columns={useNamedColumns(columns)}
      defaultSort={SORT}
      tabOf={useAlertTabs('mutes')}
      guide={<MuteGuide />}
    />
  )
}
