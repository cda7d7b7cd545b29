import type { AlertRule } from '#contract/alerts'
import { useAlertTabs } from '../../components/alerts/useAlertTabs'
import { BulkDelete } from '../../components/resource/BulkDelete'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { ruleFields } from './fields'
import { FoldedSuggestions, SuggestionsGuide } from './Suggestions'

const SORT = { field: 'name', order: 'ASC' } as const
/** Milliseconds between two polls for open alerts; a hidden page does not poll. */
const POLL = 15_000

const columns = columnsOf<AlertRule>(ruleFields, { actions: {} })

/** Alert rules of the space; an empty list suggests some. Rules, "Alerts". */
export default function RuleList() {
  return (
    <ResourceList<AlertRule>
      columns={columns}
      defaultSort={SORT}
      bulkActions={<BulkDelete list="alert-rules" permission="space:alertRule:delete" />}
      refreshesItself={POLL}
      tabOf={useAlertTabs('rules')}
      notice={<FoldedSuggestions />}
      guide={<SuggestionsGuide />}
    />
  )
}
