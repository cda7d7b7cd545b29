import { Box, Button, keyframes, LinearProgress, styled, Typography } from '@mui/material'
import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { alertRulesApi, earliestOf, isOfConnectors, type Trial, type TrialInput } from '#contract/alerts'
import { Sentence, useWords } from '../../../components/alerts/Sentence'
import { lastingText, spanText } from '../../../components/alerts/sentence'
import { useTranslate as useAlertsTranslate } from '../../../components/alerts/texts'
import { ChartSkeleton } from '../../../components/bars/ChartSkeleton'
import { useTranslate as useContactTranslate } from '../../../components/contact/texts'
import { every } from '../../../components/contact/words'
import { LoadFailed } from '../../../components/page'
import { useRested } from '../../../components/useRested'
import { usePermission } from '../../../dataProvider/account'
import { useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { conditionCodec, type RuleValues, ruleOf } from '../condition'
import { useTranslate } from '../texts'
import { Timeline } from './Timeline'
import { variantText } from './variant'

const appear = keyframes({ to: { opacity: 1 } })

/** Appears only after a second. */
const Late = styled('div')({ opacity: 0, animation: `${appear} 150ms 1s forwards` })

/** Result of a trial. It is cancelled when the person types on. */
function useTrial(rule: TrialInput | null) {
  const { ask } = useSpaceport()
  const asked = rule === null ? '' : JSON.stringify(rule)
  const rested = useRested(asked)
  const query = useRead(
    alertRulesApi.try,
    { rested },
    async (signal) => {
      const body: TrialInput = JSON.parse(rested)
      return { tried: body, trial: await ask(alertRulesApi.try, { body, signal }) }
    },
    { enabled: rested !== '' && rested === asked, placeholderData: (shown) => shown, staleTime: 60_000 },
  )
  return { ...query, isTrying: asked !== '' && (rested !== asked || query.isFetching) }
}

/** Numbers of alerts and of their devices or connectors, and the shortest duration. */
function useFound() {
  const translate = useTranslate()
  const told = useAlertsTranslate()
  return ({ condition }: TrialInput, trial: Trial) => {
    const { alert_count, device_count, connector_count, scope_count, shortest, is_cut } = trial
    const ofConnectors = isOfConnectors(condition)
    if (scope_count === 0)
      return translate(`alert-rules.trial.${ofConnectors ? 'noConnectors' : 'noDevices'}`)
    const counted = (smart_count: number) =>
      translate(`alert-rules.trial.${ofConnectors ? 'connectors' : 'devices'}`, { smart_count })
    if (alert_count === 0) return translate('alert-rules.trial.none', { devices: counted(scope_count) })
    const devices = counted(ofConnectors ? connector_count : device_count)
    const found = [
      translate('alert-rules.trial.found', { smart_count: alert_count, devices }),
      shortest !== null &&
        translate('alert-rules.trial.shortest', { span: lastingText(1000 * shortest, told) }),
    ]
      .filter(Boolean)
      .join(', ')
    return is_cut ? `${found}. ${translate('alert-rules.trial.cut')}` : found
  }
}

/** The usual interval of the devices, and the earliest time of an alert that follows from it; nothing while unknown. */
function RhythmText({
  condition,
  usual,
}: Pick<TrialInput, 'condition'> & { usual: Trial['usual_interval'] }) {
  const translate = useTranslate()
  const told = useAlertsTranslate()
  const contact = useContactTranslate()
  if (!usual) return null
  const [least, greatest] = [every(usual.least, contact), every(usual.greatest, contact)]
  const earliest = earliestOf(condition, usual.least)
  return (
    <Typography variant="body2" color="text.secondary">
      <span>
        {least === greatest
          ? translate('alert-rules.trial.sends', { every: least })
          : translate('alert-rules.trial.sendsFrom', { least, greatest })}
      </span>{' '}
      {earliest !== null && (
        <span>
          {earliest === 0
            ? translate('alert-rules.trial.atOnce')
            : translate('alert-rules.trial.earliest', { span: spanText(earliest, told) })}
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
      <Typography variant="body2">{translate('alert-rules.trial.variants')}</Typography>
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
              {translate('alert-rules.trial.variant', { how, smart_count: alert_count })}
            </Button>
          )
        })}
      </Box>
    </Box>
  )
}

function TrialView({ rule }: { rule: TrialInput | null }) {
  const translate = useTranslate()
  const foundText = useFound()
  const { data, error, refetch, isTrying } = useTrial(rule)
  if (rule === null) return <Typography>{translate('alert-rules.trial.incomplete')}</Typography>
  return (
    <>
      <Box sx={{ minHeight: 4 }}>
        {isTrying && (
          <Late>
            <LinearProgress aria-label={translate('alert-rules.trial.trying')} />
          </Late>
        )}
      </Box>
      {error && !isTrying ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        data && (
          // While another rule is tried, the previous result stays.
          <Box sx={{ opacity: isTrying ? 0.5 : 1 }} aria-busy={isTrying}>
            <Typography role="status" sx={{ fontWeight: 600 }}>
              {foundText(data.tried, data.trial)}
            </Typography>
            <RhythmText condition={data.tried.condition} usual={data.trial.usual_interval} />
            {data.trial.alert_count > 0 && <Timeline trial={data.trial} />}
            {!isTrying && <Variants rule={data.tried} variants={data.trial.variants} />}
          </Box>
        )
      )}
      {!data && !error && (
        <>
          <Late>{translate('alert-rules.trial.trying')}</Late>
          <ChartSkeleton height={120} axes={{ left: 0, below: 20 }} />
        </>
      )}
    </>
  )
}

/** The rule of the form as a sentence, and its alerts in the past. */
export function TrialOfForm() {
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
        {translate('alert-rules.trial.title')}
      </Typography>
      {may ? <TrialView rule={rule} /> : <Typography>{translate('common.notPermitted')}</Typography>}
    </Box>
  )
}
