import type { Mute } from '#contract/alerts'
import { useAlertTabs } from '../../components/alerts/useAlertTabs'
import { useNamedColumns } from '../../components/alerts/useNamedColumns'
import { lazyPart } from '../../components/lazyPart'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { RowActions } from '../../components/resource/RowActions'
import { RowLinks } from '../../components/table'
import { EndButton, MuteState } from './cells'
import { muteFields } from './fields'
import { msg } from './texts'

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
