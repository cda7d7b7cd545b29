import { useRecordContext } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { type AlertRule, type AlertTestInput, type Audience, ruleNameSchema } from '#contract/alerts'
import { type RuleValues, ruleOf } from '../condition'
import { useTranslate } from '../texts'
import TestPart from './TestPart'

interface Values extends RuleValues {
  notify: Audience
  urgent?: boolean
}

/** Sends a test of the rule in the form, saved or not. */
export function TestOfForm() {
  const translate = useTranslate()
  const { getValues } = useFormContext<Values>()
  const rule = useRecordContext<AlertRule>()
  const inputOf = (): AlertTestInput => {
    const { name: typed, condition, scope, notify, urgent } = getValues()
    const name = ruleNameSchema.safeParse(typed).data ?? rule?.name ?? translate('alert-rules.test.newName')
    // An incomplete condition is tested as it was saved.
    const whole = ruleOf({ condition, scope })?.condition
    return {
      name,
      notify,
      ...(rule && { rule_id: rule.id }),
      ...(whole && { condition: whole }),
      ...(urgent !== undefined && { urgent }),
    }
  }
  return <TestPart inputOf={inputOf} isInForm />
}
