import { Box, Typography } from '@mui/material'
import type { Alert } from '#contract/alerts'
import { SHIFTS_CAPABILITY } from '#contract/shifts/capability'
import { AudienceText } from '../../components/audience/AudienceText'
import { useTranslate } from '../../components/audience/texts'
import { Field, FieldList, Section, TimeText } from '../../components/page'
import { useCapability } from '../../config'

type Entry = Alert['notified'][number]

/** Whom an alert notified at a time, and why then. */
function EntryText({ entry }: { entry: Entry }) {
  const translate = useTranslate()
  const { step, people, people_count, later_count, connectors, is_gap } = entry
  const others = people_count - people.length
  const who = [
    ...people,
    ...(others > 0 ? [translate('audience.notified.more', { smart_count: others })] : []),
    ...connectors,
  ]
  const why = [
    step > 0 && translate('audience.notified.step'),
    is_gap && translate('audience.notified.gap'),
    later_count > 0 && translate('audience.notified.later', { smart_count: later_count }),
  ].filter(Boolean)
  return (
    <>
      <div>{who.join(', ')}</div>
      {why.length > 0 && (
        <Typography variant="body2" color="text.secondary">
          {why.join(' ')}
        </Typography>
      )}
    </>
  )
}

/** Whom an alert has notified, when, and whom it notifies next. Nothing on a server that does not say. */
export function Notified({ alert: { notified, next_step } }: { alert: Alert }) {
  const translate = useTranslate()
  const isKnown = useCapability(SHIFTS_CAPABILITY)
  if (!isKnown) return null
  return (
    <Section title={translate('audience.notified.title')}>
      {notified.length === 0 && next_step === null && (
        <Typography color="text.secondary">{translate('audience.notified.none')}</Typography>
      )}
      <FieldList>
        {notified.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no ids and keep their places
          <Field key={index} label={<TimeText value={entry.at} />} wide>
            <EntryText entry={entry} />
          </Field>
        ))}
        {next_step !== null && (
          <Field label={translate('audience.notified.next')} wide>
            <TimeText value={next_step.at} relative />
            <Box>
              <AudienceText notify={next_step} />
            </Box>
          </Field>
        )}
      </FieldList>
    </Section>
  )
}
