import { useController } from 'react-hook-form'
import { ChipsField } from '../../components/combobox/ChipsField'
import { useReads } from '../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useTranslate } from './texts'

/** The form's `rule_ids` field: the muted rules. */
export default function RulesInput() {
  const translate = useTranslate()
  const readsRules = useReads('space:alertRule:read')
  const { field } = useController<{ rule_ids: string[] }, 'rule_ids'>({ name: 'rule_ids' })
  const query = useGetList('alert-rules', WHOLE_LIST, { enabled: readsRules })
  // A mute of all rules needs no names.
  if (!readsRules) return null
  return (
    <ChipsField
      label={translate('mutes.form.rules')}
      ids={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      query={query}
      nameOf={({ name }) => name}
      goneName={() => translate('mutes.deletedRule')}
      hint={translate('mutes.form.rulesHint')}
      failure={translate('mutes.form.rulesFailed')}
    />
  )
}
