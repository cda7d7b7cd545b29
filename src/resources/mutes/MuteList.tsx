import type { Mute } from '#contract/alerts'
import { useNamedColumns } from '../../components/alerts/useNamedColumns'
import { Parents } from '../../components/page/Parents'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { EndButton, MuteState } from './cells'
import { muteFields } from './fields'
import { msg, useTranslate } from './texts'

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
  { actions: { links: (mute) => <EndButton mute={mute} isSmall />, width: 170 } },
)

/** Mutes of the space. Rules, "Alerts". */
export default function MuteList() {
  const translate = useTranslate()
  const addresses = useAddresses()
  return (
    <ResourceList<Mute>
      columns={useNamedColumns(columns)}
      defaultSort={SORT}
      parents={<Parents of={[{ label: translate('layout.titles.alerts'), to: addresses.list('alerts') }]} />}
    />
  )
}
