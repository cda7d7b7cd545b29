import { useReads } from '../../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'

/** The names of rules, in one line; empty for no rules. */
export function useRuleNames(ids: readonly string[]): string {
  const translate = useTranslate()
  const readsRules = useReads('space:alertRule:read')
  const { data } = useGetList('alert-rules', WHOLE_LIST, {
    enabled: ids.length > 0 && readsRules,
    onError: () => undefined,
  })
  const unknown = data ? translate('alerts.deleted') : '…'
  return ids.map((id) => data?.find((rule) => rule.id === id)?.name ?? unknown).join(', ')
}

/** The rules that a mute keeps from opening alerts. */
export function RulesText({ ids }: { ids: readonly string[] }) {
  const names = useRuleNames(ids)
  const translate = useTranslate()
  return <span>{ids.length === 0 ? translate('alerts.allRules') : names}</span>
}
