import { type Mute, muteEntity } from '#contract/alerts'
import { dayOfDate } from '#contract/common'
import { formatDay, useClock } from '../../clock'
import { RulesText } from '../../components/alerts/mutes/RulesText'
import { ScopeText } from '../../components/alerts/Sentence'
import { NEW_SCOPE, scopeCodec } from '../../components/alerts/scope/scope'
import { msg as alertsMsg } from '../../components/alerts/texts'
import { useHoursText } from '../../components/hours/hoursText'
import { msg as hoursMsg } from '../../components/hours/texts'
import { lazyPart } from '../../components/lazyPart'
import { entityFields } from '../../components/resource/entityFields'
import { group, useTranslate } from './texts'
import { newRepeats, repeatsCodec } from './times'

const ScopeInput = lazyPart(() => import('../../components/alerts/scope/ScopeInput'))
const RulesInput = lazyPart(() => import('./RulesInput'))
const StartInput = lazyPart(async () => ({ default: (await import('./TimesInput')).StartInput }))
const EndInput = lazyPart(async () => ({ default: (await import('./TimesInput')).EndInput }))

const RepeatsInput = lazyPart(async () => ({ default: (await import('./TimesInput')).RepeatsInput }))

/** When a mute repeats, in words. */
function RepeatsText({ repeats }: Pick<Mute, 'repeats'>) {
  const translate = useTranslate()
  const hoursText = useHoursText()
  const { locale } = useClock()
  if (!repeats) return <span>{translate('mutes.repeats.once')}</span>
  const hours = hoursText(repeats)
  if (repeats.until === null) return <span>{hours}</span>
  return (
    <span>
      {translate('mutes.repeats.until', {
        hours,
        day: formatDay(dayOfDate(repeats.until), { locale, zone: 'UTC' }),
      })}
    </span>
  )
}

/** The fields of a mute. Rules, "Alerts". */
export const muteFields = entityFields(muteEntity, 'all', group('mutes.fields'), {
  name: {},
  scope: {
    show: ({ scope }) => <ScopeText scope={scope} />,
    column: { least: 220, sortBy: undefined, card: 'line' },
    input: {
      kind: 'own',
      Input: ScopeInput,
      codec: scopeCodec,
      initial: NEW_SCOPE,
      errors: { tooFew: alertsMsg('alerts.scope.tooFew') },
    },
  },
  rule_ids: {
    show: ({ rule_ids }) => <RulesText ids={rule_ids} />,
    column: { least: 150, sortBy: undefined, card: 'line', dropPriority: 3 },
    input: { kind: 'own', Input: RulesInput, initial: [] },
  },
  repeats: {
    show: ({ repeats }) => <RepeatsText repeats={repeats} />,
    column: { least: 150, sortBy: undefined, card: 'line', dropPriority: 4 },
    input: {
      kind: 'own',
      Input: RepeatsInput,
      codec: repeatsCodec,
      initial: newRepeats(),
      errors: { pattern: hoursMsg('hours.errors.clock'), tooFew: hoursMsg('hours.errors.tooFew') },
    },
  },
  starts_at: { column: { card: 'line', width: 130 }, input: { kind: 'own', Input: StartInput } },
  ends_at: { column: { card: 'line', width: 130 }, input: { kind: 'own', Input: EndInput } },
  note: { wide: true, optional: true, column: { sortBy: undefined, dropPriority: 1 } },
  created_by: { column: { sortBy: 'created_by', dropPriority: 2, card: 'line' } },
  created_at: { column: null },
  id: { column: { hidden: true } },
})
