import { Alert, Stack } from '@mui/material'
import { useSearchParams } from 'react-router-dom'
import { alertRuleEntity } from '#contract/alerts'
import { SUGGESTION } from '../../components/address/addressMode'
import { Inputs } from '../../components/form'
import { Section } from '../../components/page'
import { FormInputs } from '../../components/resource/FormInputs'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { ruleFields } from './fields'
import { RulePreview } from './preview/RulePreview'
import { suggestedValues } from './suggestions'
import { useTranslate } from './texts'

/** Fields of a preview, and the name. The preview is shown below them, before the audience. */
const JUDGED = { name: true, condition: true, scope: true } as const

/** A new rule is enabled at once. */
const createSchema = alertRuleEntity.input.omit({ enabled: true })

/** Dialog that creates a rule and previews its alerts; then its page opens. Rules, "Alerts". */
export function RuleCreate(props: CreateDialogProps) {
  const translate = useTranslate()
  const [search] = useSearchParams()
  const suggested = suggestedValues(search.get(SUGGESTION))
  return (
    <ResourceCreate
      {...props}
      fields={ruleFields}
      schema={createSchema}
      maxWidth="md"
      suggested={suggested && { ...suggested, name: translate(suggested.name) }}
    >
      <Stack spacing={2.5}>
        <FormInputs fields={ruleFields} schema={createSchema.pick(JUDGED)} />
        <RulePreview />
        <FormInputs fields={ruleFields} schema={createSchema.omit(JUDGED)} />
      </Stack>
    </ResourceCreate>
  )
}

/** Edit mode of a rule. Rules, "Alerts". */
export function RuleEdit() {
  const translate = useTranslate()
  return (
    <ResourceEdit fields={ruleFields} schema={alertRuleEntity.input}>
      {(actions) => (
        <Section title={translate('alert-rules.details')}>
          <Inputs>
            <FormInputs fields={ruleFields} schema={alertRuleEntity.input.pick(JUDGED)} />
            <Alert severity="info" sx={{ my: 2 }}>
              {translate('alert-rules.beginsAnew')}
            </Alert>
          </Inputs>
          <RulePreview />
          <Inputs sx={{ mt: 2.5 }}>
            <FormInputs fields={ruleFields} schema={alertRuleEntity.input.omit(JUDGED)} />
          </Inputs>
          {actions}
        </Section>
      )}
    </ResourceEdit>
  )
}
