import { useWatch } from 'react-hook-form'
import { isOfConnectors } from '#contract/alerts'
import ScopeInput from '../../components/alerts/scope/ScopeInput'
import type { RuleValues } from './condition'

/** The form's `scope` field: devices or connectors, by the condition. */
export default function RuleScopeInput() {
  const kind = useWatch<RuleValues, 'condition.kind'>({ name: 'condition.kind' })
  return <ScopeInput about={isOfConnectors({ kind }) ? 'connectors' : 'devices'} />
}
