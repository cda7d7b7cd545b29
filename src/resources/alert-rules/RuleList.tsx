import type { AlertRule } from '#contract/alerts'
import { Parents } from '../../components/page/Parents'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { addEndpoints } from '../../dataProvider/endpoints'
import { laterEndpoints } from '../../dataProvider/laterEndpoints'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { ruleFields } from './fields'
import { Suggestions } from './Suggestions'
import { useTranslate } from './texts'

addEndpoints(laterEndpoints)

const SORT = { field: 'name', order: 'ASC' } as const
/** How often to look for open alerts, in milliseconds; a hidden page does not. */
const POLL = 15_000

const columns = columnsOf<AlertRule>(ruleFields, { actions: {} })

/** Alert rules of the space; where there is none, some to begin with. Rules, "Alerts". */
export default function RuleList() {
  const translate = useTranslate()
  const addresses = useAddresses()
  return (
    <ResourceList<AlertRule>
      columns={columns}
      defaultSort={SORT}
      refreshesItself={POLL}
      parents={<Parents of={[{ label: translate('layout.titles.alerts'), to: addresses.list('alerts') }]} />}
      notice={<Suggestions />}
    />
  )
}
