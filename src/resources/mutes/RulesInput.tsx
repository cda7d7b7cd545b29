import { useController } from 'react-hook-form'
import { ChipsField } from '../../components/combobox/ChipsField'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useTranslate } from './texts'

/** The form's `rule_ids` field: the muted rules. */
export default function RulesInput() {
  const translate = useTranslate()
  const { field } = useController<{ rule_ids: string[] }, 'rule_ids'>({ name: 'rule_ids' })
  return (
    <ChipsField
      label={translate('mutes.form.rules')}
      ids={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      query={useGetList('alert-rules', WHOLE_LIST)}
      nameOf={({ name }) => name}
      goneName={() => translate('mutes.deletedRule')}
      hint={translate('mutes.form.rulesHint')}
      failure={translate('mutes.form.rulesFailed')}
    />
  )
}
