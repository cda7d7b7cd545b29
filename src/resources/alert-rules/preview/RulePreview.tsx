import { Box, Button, keyframes, LinearProgress, styled, Typography } from '@mui/material'
import { Suspense, useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { alertRulesApi, earliestOf, isOfConnectors, type Trial, type TrialInput } from '#contract/alerts'
import { Sentence, useWords } from '../../../components/alerts/Sentence'
import { lastingText, spanText } from '../../../components/alerts/sentence'
import { useTranslate as useAlertsTranslate } from '../../../components/alerts/texts'
import { ChartSkeleton } from '../../../components/bars/ChartSkeleton'
import { useTranslate as useContactTranslate } from '../../../components/contact/texts'
import { every } from '../../../components/contact/words'
import { lazyPart } from '../../../components/lazyPart'
import { LoadFailed } from '../../../components/page'
import { useRested } from '../../../components/useRested'
import { usePermission } from '../../../dataProvider/account'
import { useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { conditionCodec, type RuleValues, ruleOf } from '../condition'
import { useTranslate } from '../texts'
import { Timeline } from './Timeline'
import { variantText } from './variant'

const RuleChart = lazyPart(() => import('./RuleChart'))

const appear = keyframes({ to: { opacity: 1 } })

/** Appears only after a second. */
const Late = styled('div')({ opacity: 0, animation: `${appear} 150ms 1s forwards` })

/** Result of a preview. It is cancelled when the person types on. */
function useRulePreview(rule: TrialInput | null) {
  const { ask } = useSpaceport()
  const asked = rule === null ? '' : JSON.stringify(rule)
  const rested = useRested(asked)
  const query = useRead(
    alertRulesApi.try,
    { rested },
    async (signal) => {
      const body: TrialInput = JSON.parse(rested)
      return { rule: body, preview: await ask(alertRulesApi.try, { body, signal }) }
    },
    { enabled: rested !== '' && rested === asked, placeholderData: (shown) => shown, staleTime: 60_000 },
  )
  return { ...query, isEvaluating: asked !== '' && (rested !== asked || query.isFetching) }
}

/** Numbers of alerts and of their devices or connectors, and the shortest duration. */
function useFound() {
  const translate = useTranslate()
  const alertsTranslate = useAlertsTranslate()
  return ({ condition }: TrialInput, preview: Trial) => {
    const { alert_count, device_count, connector_count, scope_count, shortest, is_cut } = preview
    const ofConnectors = isOfConnectors(condition)
    if (scope_count === 0)
      return translate(`alert-rules.preview.${ofConnectors ? 'noConnectors' : 'noDevices'}`)
    const counted = (smart_count: number) =>
      translate(`alert-rules.preview.${ofConnectors ? 'connectors' : 'devices'}`, { smart_count })
    if (alert_count === 0) return translate('alert-rules.preview.none', { devices: counted(scope_count) })
    const devices = counted(ofConnectors ? connector_count : device_count)
    const found = [
      translate('alert-rules.preview.found', { smart_count: alert_count, devices }),
      shortest !== null &&
        translate('alert-rules.preview.shortest', { span: lastingText(1000 * shortest, alertsTranslate) }),
    ]
      .filter(Boolean)
      .join(', ')
    return is_cut ? `${found}. ${translate('alert-rules.preview.cut')}` : found
  }
}

/** The usual interval of the devices, and the earliest time of an alert that follows from it; nothing while unknown. */
function RhythmText({
  condition,
  usual,
}: Pick<TrialInput, 'condition'> & { usual: Trial['usual_interval'] }) {
  const translate = useTranslate()
  const alertsTranslate = useAlertsTranslate()
  const contact = useContactTranslate()
  if (!usual) return null
  const [least, greatest] = [every(usual.least, contact), every(usual.greatest, contact)]
  const earliest = earliestOf(condition, usual.least)
  return (
    <Typography variant="body2" color="text.secondary">
      <span>
        {least === greatest
          ? translate('alert-rules.preview.sends', { every: least })
          : translate('alert-rules.preview.sendsFrom', { least, greatest })}
      </span>{' '}
      {earliest !== null && (
        <span>
          {earliest === 0
            ? translate('alert-rules.preview.atOnce')
            : translate('alert-rules.preview.earliest', { span: spanText(earliest, alertsTranslate) })}
        </span>
      )}
    </Typography>
  )
}

/** Variants of the condition; a click chooses one. */
function Variants({ rule, variants }: { rule: TrialInput } & Pick<Trial, 'variants'>) {
  const translate = useTranslate()
  const words = useWords(null)
  const { setValue } = useFormContext<RuleValues>()
  if (variants.length === 0) return null
  return (
    <Box sx={{ mt: 1.5 }}>
      <Typography variant="body2">{translate('alert-rules.preview.variants')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {variants.map(({ condition, alert_count }) => {
          const how = variantText(condition, rule.condition, words, translate)
          return (
            <Button
              key={how}
              size="small"
              variant="outlined"
              onClick={() =>
                setValue('condition', conditionCodec.toForm(condition), {
                  shouldDirty: true,
                  shouldValidate: true,
                })
              }
            >
              {translate('alert-rules.preview.variant', { how, smart_count: alert_count })}
            </Button>
          )
        })}
      </Box>
    </Box>
  )
}

interface ResultProps extends Pick<ReturnType<typeof useRulePreview>, 'data' | 'error' | 'refetch'> {
  rule: TrialInput | null
  isEvaluating: boolean
}

function PreviewResult({ rule, data, error, refetch, isEvaluating }: ResultProps) {
  const translate = useTranslate()
  const foundText = useFound()
  if (rule === null) return <Typography>{translate('alert-rules.preview.incomplete')}</Typography>
  return (
    <>
      <Box sx={{ minHeight: 4 }}>
        {isEvaluating && (
          <Late>
            <LinearProgress aria-label={translate('alert-rules.preview.evaluating')} />
          </Late>
        )}
      </Box>
      {error && !isEvaluating ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        data && (
          // While another rule is evaluated, the previous result stays.
          <Box sx={{ opacity: isEvaluating ? 0.5 : 1 }} aria-busy={isEvaluating}>
            <Typography role="status" sx={{ fontWeight: 600 }}>
              {foundText(data.rule, data.preview)}
            </Typography>
            <RhythmText condition={data.rule.condition} usual={data.preview.usual_interval} />
            {data.preview.alert_count > 0 && <Timeline preview={data.preview} />}
            {!isEvaluating && <Variants rule={data.rule} variants={data.preview.variants} />}
          </Box>
        )
      )}
      {!data && !error && (
        <>
          <Late>{translate('alert-rules.preview.evaluating')}</Late>
          <ChartSkeleton height={120} axes={{ left: 0, below: 20 }} />
        </>
      )}
    </>
  )
}

/** The chart of the rule's value, and the result of its preview. */
function Preview({ rule }: { rule: TrialInput | null }) {
  const { data, error, refetch, isEvaluating } = useRulePreview(rule)
  return (
    <>
      <Suspense>
        <RuleChart preview={rule === null || isEvaluating ? undefined : data?.preview} />
      </Suspense>
      <PreviewResult {...{ rule, data, error, refetch, isEvaluating }} />
    </>
  )
}

/** The rule of the form as a sentence, and its alerts in the past. */
export function RulePreview() {
  const translate = useTranslate()
  const titleId = useId()
  const condition = useWatch<RuleValues, 'condition'>({ name: 'condition' })
  const scope = useWatch<RuleValues, 'scope'>({ name: 'scope' })
  const rule = ruleOf({ condition, scope })
  const may = usePermission(alertRulesApi.try.permission)
  return (
    <Box component="section" aria-labelledby={titleId}>
      {rule && (
        <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          <Sentence {...rule} />
        </Typography>
      )}
      <Typography id={titleId} variant="h2" sx={{ mb: 1 }}>
        {translate('alert-rules.preview.title')}
      </Typography>
      {may ? <Preview rule={rule} /> : <Typography>{translate('common.notPermitted')}</Typography>}
    </Box>
  )
}
