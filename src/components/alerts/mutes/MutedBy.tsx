import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Alert } from '#contract/alerts'
import { formatMinute, useClock } from '../../../clock'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../texts'
import { useRuleNames } from './RulesText'

interface MutedByProps {
  mutes: readonly (Alert['mutes'][number] & {
    /** The muted rules; empty if all are. */
    rule_ids?: readonly string[]
  })[]
}

function OnlyRules({ ids }: { ids: readonly string[] }) {
  return (
    <span>{useTranslate()('alerts.onlyRules', { smart_count: ids.length, rules: useRuleNames(ids) })}</span>
  )
}

/** Mutes with their ends and creators, each with a link to its page. */
export function MutedBy({ mutes }: MutedByProps) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const clock = useClock()
  return mutes.map(({ id, name, ends_at, created_by, rule_ids = [] }) => (
    <div key={id}>
      <Link component={RouterLink} to={addresses.record('mutes', id)} color="inherit">
        {name}
      </Link>{' '}
      <span>
        {translate('alerts.mutedUntil', { time: formatMinute(Date.parse(ends_at), clock), by: created_by })}
      </span>
      {rule_ids.length > 0 && (
        <>
          <span>{', '}</span>
          <OnlyRules ids={rule_ids} />
        </>
      )}
    </div>
  ))
}
