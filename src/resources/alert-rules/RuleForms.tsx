import { Alert, Box, Stack } from '@mui/material'
import type { ReactNode } from 'react'
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
import { alertedValues, suggestedValues } from './suggestions'
import { useTranslate } from './texts'

/** Fields of a preview, and the name. The preview is shown below them, before the audience. */
const JUDGED = { name: true, condition: true, scope: true } as const

/** A new rule is enabled at once. */
const createSchema = alertRuleEntity.input.omit({ enabled: true })

/** The rule, the preview beside it or, if there is no room, below it, and its other fields. */
function BesidePreview({ judged, children }: { judged: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 4,
        rowGap: 2.5,
        alignContent: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 6fr)' },
        gridTemplateAreas: {
          xs: '"judged" "preview" "others"',
          md: '"judged preview" "others preview"',
        },
        gridTemplateRows: { md: 'auto 1fr' },
      }}
    >
      <Box sx={{ gridArea: 'judged' }}>{judged}</Box>
      <Box sx={{ gridArea: 'preview', position: { md: 'sticky' }, top: 0, alignSelf: 'start', minWidth: 0 }}>
        <RulePreview />
      </Box>
      <Box sx={{ gridArea: 'others' }}>{children}</Box>
    </Box>
  )
}

/** Dialog that creates a rule and previews its alerts; then its page opens. Rules, "Alerts". */
export function RuleCreate(props: CreateDialogProps) {
  const translate = useTranslate()
  const [search] = useSearchParams()
  const suggestion = search.get(SUGGESTION)
  const known = suggestedValues(suggestion)
  const suggested = alertedValues(suggestion) ?? (known && { ...known, name: translate(known.name) })
  return (
    <ResourceCreate {...props} fields={ruleFields} schema={createSchema} maxWidth="lg" suggested={suggested}>
      <BesidePreview
        judged={
          <Stack spacing={2.5}>
            <FormInputs fields={ruleFields} schema={createSchema.pick(JUDGED)} />
          </Stack>
        }
      >
        <Stack spacing={2.5}>
          <FormInputs fields={ruleFields} schema={createSchema.omit(JUDGED)} />
        </Stack>
      </BesidePreview>
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
          <BesidePreview
            judged={
              <Inputs>
                <FormInputs fields={ruleFields} schema={alertRuleEntity.input.pick(JUDGED)} />
                <Alert severity="info" sx={{ mt: 2 }}>
                  {translate('alert-rules.beginsAnew')}
                </Alert>
              </Inputs>
            }
          >
            <Inputs>
              <FormInputs fields={ruleFields} schema={alertRuleEntity.input.omit(JUDGED)} />
            </Inputs>
          </BesidePreview>
          {actions}
        </Section>
      )}
    </ResourceEdit>
  )
}
