import type { AlertRule } from '#contract/alerts'
import { useAlertTabs } from '../../components/alerts/useAlertTabs'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { addEndpoints } from '../../dataProvider/endpoints'
import { laterEndpoints } from '../../dataProvider/laterEndpoints'
import { ruleFields } from './fields'
import { FoldedSuggestions, SuggestionsGuide } from './Suggestions'

addEndpoints(laterEndpoints)

const SORT = { field: 'name', order: 'ASC' } as const
/** How often to look for open alerts, in milliseconds; a hidden page does not. */
const POLL = 15_000

const columns = columnsOf<AlertRule>(ruleFields, { actions: {} })

/** Alert rules of the space; where there is none, some to begin with. Rules, "Alerts". */
export default function RuleList() {
  return (
    <ResourceList<AlertRule>
      columns={columns}
      defaultSort={SORT}
      refreshesItself={POLL}
      tabOf={useAlertTabs('rules')}
      notice={<FoldedSuggestions />}
      guide={<SuggestionsGuide />}
    />
  )
}
