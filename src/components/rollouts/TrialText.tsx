import { Box, keyframes, LinearProgress, styled, Typography } from '@mui/material'
import { useId } from 'react'
import { leftOutSchema, rolloutsApi, type Trial } from '#contract/rollouts'
import { formatMinute, useClock } from '../../clock'
import { usePermission } from '../../dataProvider/account'
import { LoadFailed } from '../page'
import { useListText } from '../value/listText'
import { useTranslate } from './texts'
import { type TrialInput, useTrial } from './useTrial'

const appear = keyframes({ to: { opacity: 1 } })

/** Appears only after a second. */
const Late = styled('div')({ opacity: 0, animation: `${appear} 150ms 1s forwards` })

/** Why devices are left out, in words; a reason of a newer server by its own word. */
export function useLeftOutText(): (reason: string) => string {
  const translate = useTranslate()
  return (reason) => {
    const known = leftOutSchema.safeParse(reason).data
    return known ? translate(`rollouts.leftOut.${known}`) : reason || translate('rollouts.leftOut.other')
  }
}

type Sample = Trial['stages'][number]

/** Some names of the devices, and how many others there are. */
function useSampleText() {
  const translate = useTranslate()
  const list = useListText()
  return ({ devices, sample }: Pick<Sample, 'devices' | 'sample'>) => {
    const names = sample.map(({ name }) => name)
    const more = devices - names.length
    return more > 0
      ? translate('rollouts.trial.sampleMore', { names: names.join(', '), smart_count: more })
      : list(names)
  }
}

const takenBy = ({ stages }: Trial) => stages.reduce((sum, { devices }) => sum + devices, 0)

/** One line about a trial: on how many devices, and how many it leaves out. */
function useTrialLine() {
  const translate = useTranslate()
  const reasonText = useLeftOutText()
  return (trial: Trial): string => {
    const out = trial.left_out.reduce((sum, { devices }) => sum + devices, 0)
    const taken = takenBy(trial)
    const devices =
      taken > 0
        ? translate('rollouts.trial.devices', { smart_count: taken })
        : translate('rollouts.trial.none')
    if (out === 0) return devices
    const reasons = trial.left_out
      .map((one) =>
        translate('rollouts.trial.reason', { smart_count: one.devices, reason: reasonText(one.reason) }),
      )
      .join(', ')
    return `${devices}; ${translate('rollouts.trial.leftOutOf', { smart_count: out, reasons })}`
  }
}

interface TrialProps {
  /** Null while the form is incomplete. */
  input: TrialInput | null
}

/** On how many devices a change would be made, in one line. `before` is shown until that is known. */
export function TrialLine({ input, before }: TrialProps & { before: string }) {
  const lineOf = useTrialLine()
  const { data, error, refetch, isTrying } = useTrial(input)
  const may = usePermission(rolloutsApi.try.permission)
  if (error && !isTrying && may) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return (
    <Typography
      role="status"
      variant="body2"
      color="text.secondary"
      aria-busy={isTrying}
      sx={{ minHeight: '1.43em', opacity: isTrying ? 0.6 : 1 }}
    >
      {data && input ? lineOf(data) : before}
    </Typography>
  )
}

const Parts = styled('ul')(({ theme }) => ({
  margin: 0,
  paddingInlineStart: 20,
  ...theme.typography.body2,
  overflowWrap: 'anywhere',
  small: { ...theme.typography.body2, color: theme.palette.text.secondary },
}))

function TrialParts({ trial }: { trial: Trial }) {
  const translate = useTranslate()
  const clock = useClock()
  const sampleText = useSampleText()
  const reasonText = useLeftOutText()
  const { stages, left_out, expected_end, silent, unconfirming } = trial
  const taken = takenBy(trial)
  return (
    <>
      <Parts>
        {stages.map((stage, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- stages have no ids and keep their places
          <li key={index}>
            <span>
              {translate('rollouts.trial.stage', { number: index + 1, smart_count: stage.devices })}
            </span>{' '}
            <small>{sampleText(stage)}</small>
          </li>
        ))}
        {left_out.map((one) => (
          <li key={one.reason}>
            <span>
              {translate('rollouts.leftOutLine', {
                smart_count: one.devices,
                reason: reasonText(one.reason),
              })}
            </span>{' '}
            <small>{sampleText(one)}</small>
          </li>
        ))}
      </Parts>
      {silent > 0 && (
        <Typography variant="body2">{translate('rollouts.trial.silent', { smart_count: silent })}</Typography>
      )}
      {unconfirming > 0 && (
        <Typography variant="body2">
          {translate('rollouts.trial.unconfirming', { smart_count: unconfirming })}
        </Typography>
      )}
      {taken > 0 && (
        <Typography variant="body2">
          {expected_end === null
            ? translate('rollouts.trial.noEnd')
            : translate('rollouts.trial.end', { time: formatMinute(Date.parse(expected_end), clock) })}
        </Typography>
      )}
    </>
  )
}

function TrialResult({ input }: TrialProps) {
  const translate = useTranslate()
  const lineOf = useTrialLine()
  const { data, error, refetch, isTrying } = useTrial(input)
  if (input === null) return <Typography>{translate('rollouts.trial.incomplete')}</Typography>
  return (
    <>
      <Box sx={{ minHeight: 4 }}>
        {isTrying && (
          <Late>
            <LinearProgress aria-label={translate('rollouts.trial.trying')} />
          </Late>
        )}
      </Box>
      {error && !isTrying && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data && !(error && !isTrying) && (
        // While another one is tried, the previous result stays.
        <Box sx={{ display: 'grid', gap: 1, opacity: isTrying ? 0.5 : 1 }} aria-busy={isTrying}>
          <Typography role="status" sx={{ fontWeight: 600 }}>
            {lineOf(data)}
          </Typography>
          <TrialParts trial={data} />
        </Box>
      )}
      {!data && !error && <Late>{translate('rollouts.trial.trying')}</Late>}
    </>
  )
}

/** What a roll-out would do if it started now: the devices of each stage, those left out, and when it would be done. */
export function TrialPanel({ input }: TrialProps) {
  const translate = useTranslate()
  const titleId = useId()
  const may = usePermission(rolloutsApi.try.permission)
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography id={titleId} variant="h2" sx={{ mb: 1 }}>
        {translate('rollouts.trial.title')}
      </Typography>
      {may ? <TrialResult input={input} /> : <Typography>{translate('common.notPermitted')}</Typography>}
    </Box>
  )
}
