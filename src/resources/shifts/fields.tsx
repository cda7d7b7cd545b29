import { shiftEntity } from '#contract/shifts'
import { msg as hoursMsg } from '../../components/hours/texts'
import { lazyPart } from '../../components/lazyPart'
import { entityFields } from '../../components/resource/entityFields'
import { EntriesText, EveryRule } from './cells'
import { group, msg } from './texts'
import { entriesCodec, NEW_ENTRIES, newZone, thisMonday } from './values'

const TimezoneInput = lazyPart(async () => ({ default: (await import('./ShiftInputs')).TimezoneInput }))
const StartInput = lazyPart(async () => ({ default: (await import('./ShiftInputs')).StartInput }))
const EntriesInput = lazyPart(async () => ({ default: (await import('./ShiftInputs')).EntriesInput }))

/** The fields of a shift. Rules, "Alerts". */
export const shiftFields = entityFields(shiftEntity, 'all', group('shifts.fields'), {
  name: {},
  timezone: {
    column: { card: 'line', dropPriority: 2 },
    input: { kind: 'own', Input: TimezoneInput, initial: newZone() },
  },
  starts_on: {
    column: { hidden: true },
    input: {
      kind: 'own',
      Input: StartInput,
      initial: thisMonday(),
      errors: { pattern: msg('shifts.form.day') },
    },
  },
  entries: {
    show: (shift) => <EntriesText shift={shift} />,
    wide: true,
    column: { least: 260, sortBy: undefined, card: 'below' },
    input: {
      kind: 'own',
      Input: EntriesInput,
      codec: entriesCodec,
      initial: NEW_ENTRIES,
      errors: { tooFew: msg('shifts.form.tooFew'), pattern: hoursMsg('hours.errors.clock') },
    },
  },
  every_rule: {
    show: ({ every_rule }) => <EveryRule isIt={every_rule} />,
    column: { hidden: true },
    input: { kind: 'switch' },
  },
  created_at: { column: null },
  id: { column: { hidden: true } },
})
