import { useWatch } from 'react-hook-form'
import { isOfConnectors } from '#contract/alerts'
import ScopeInput from '../../components/alerts/scope/ScopeInput'
import type { RuleValues } from './condition'

/** The field `scope` of the form of a rule: of devices or of connectors, as its condition says. */
export default function RuleScopeInput() {
  const kind = useWatch<RuleValues, 'condition.kind'>({ name: 'condition.kind' })
  return <ScopeInput about={isOfConnectors({ kind }) ? 'connectors' : 'devices'} />
}
