import { Link } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import { type AlertRule, alertsApi } from '#contract/alerts'
import { LIST_LIMIT } from '#contract/common'
import { Parents } from '../../components/page/Parents'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { usePermission } from '../../dataProvider/account'
import { addEndpoints } from '../../dataProvider/endpoints'
import { laterEndpoints } from '../../dataProvider/laterEndpoints'
import { useSpaceport } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { ruleFields } from './fields'
import { Suggestions } from './Suggestions'
import { msg, useTranslate } from './texts'

addEndpoints(laterEndpoints)

const SORT = { field: 'name', order: 'ASC' } as const
/** How often to count the open alerts, in milliseconds; a hidden page does not. */
const POLL = 15_000

/** How many alerts of a rule are open, as a link to them; all rules share one answer. */
function OpenAlerts({ rule: { id, name } }: { rule: AlertRule }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { ask } = useSpaceport()
  const { data } = useQuery({
    queryKey: ['alerts', 'open'],
    queryFn: ({ signal }) => ask(alertsApi.list, { query: { state: 'open', limit: LIST_LIMIT }, signal }),
    refetchInterval: POLL,
    staleTime: POLL,
    enabled: usePermission(alertsApi.list.permission),
  })
  if (!data) return null
  const count = data.filter(({ rule_id }) => rule_id === id).length
  if (count === 0) return 0
  return (
    <Link
      component={RouterLink}
      to={addresses.list('alerts', { filter: { rule_id: [id] } })}
      aria-label={translate('alert-rules.openOf', { smart_count: count, name })}
    >
      {count}
    </Link>
  )
}

const { enabled, ...others } = ruleFields
const columns = columnsOf<AlertRule>(
  {
    ...others,
    open: {
      label: msg('alert-rules.open'),
      show: (rule: AlertRule) => <OpenAlerts rule={rule} />,
      column: { align: 'right', width: 110, card: 'line' },
    },
    enabled,
  },
  { actions: {} },
)

/** Alert rules of the space; where there is none, some to begin with. Rules, "Alerts". */
export default function RuleList() {
  const translate = useTranslate()
  const addresses = useAddresses()
  return (
    <ResourceList<AlertRule>
      columns={columns}
      defaultSort={SORT}
      parents={<Parents of={[{ label: translate('layout.titles.alerts'), to: addresses.list('alerts') }]} />}
      notice={<Suggestions />}
    />
  )
}
