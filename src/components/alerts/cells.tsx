import { Box } from '@mui/material'
import type { Alert, Episode } from '#contract/alerts'
import { formatMinute, useClock } from '../../clock'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { RelativeTime, StateText, useNow } from '../page'
import { NameLink } from '../table'
import { AcknowledgeButton } from './AcknowledgeButton'
import { assigneeOf, countedOf, episodesOf, notesOf } from './episodes'
import { useValueWords } from './Sentence'
import { lastingText } from './sentence'
import { useTranslate } from './texts'

/** How often a duration is updated, in milliseconds. */
const REDRAW = 15_000
/** Number of devices or connectors that a row names. */
const NAMED = 3

export function AlertState({ alert: { ended_at, acknowledged_at } }: { alert: Alert }) {
  const translate = useTranslate()
  if (ended_at !== null) return <StateText tone="good">{translate('alerts.states.resolved')}</StateText>
  if (acknowledged_at === null) return <StateText tone="bad">{translate('alerts.states.open')}</StateText>
  return <StateText tone="warning">{translate('alerts.states.acknowledged')}</StateText>
}

/** How often something has opened again and again; nothing if it does not flap. */
export function FlappingText({ of: { flapping } }: { of: Pick<Alert, 'flapping'> }) {
  const translate = useTranslate()
  const clock = useClock()
  if (flapping === null) return null
  const { times, since } = flapping
  return (
    <span>
      {translate('alerts.flappingSince', {
        smart_count: times,
        time: formatMinute(Date.parse(since), clock),
      })}
    </span>
  )
}

function LastingUntilNow({ from }: { from: string }) {
  return <span>{lastingText(useNow(REDRAW) - Date.parse(from), useTranslate())}</span>
}

/** The duration of something that lasts or has ended. */
export function Lasting({ from, until }: { from: string; until: string | null }) {
  const translate = useTranslate()
  if (until === null) return <LastingUntilNow key={from} from={from} />
  return <span>{lastingText(Date.parse(until) - Date.parse(from), translate)}</span>
}

/** The worst value of an alert, in the format of the space. */
export function Worst({ alert: { worst } }: { alert: Alert }) {
  return worst && <WorstText episode={{ path: worst.path, worst: worst.value }} />
}

/** The worst value of one device. */
export function WorstText({ episode: { path, worst } }: { episode: Pick<Episode, 'path' | 'worst'> }) {
  const value = useValueWords()
  return worst === null || path === null ? null : <span>{value(path).text(worst)}</span>
}

/** The first devices or connectors of an alert as links, and the number of others. */
export function SubjectLinks({ alert }: { alert: Alert }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const named = [...new Map(episodesOf(alert).map((one) => [one.id, one])).values()].slice(0, NAMED)
  const others = countedOf(alert).smart_count - named.length
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        flexWrap: 'var(--row-wrap, wrap)',
        columnGap: 1,
        minWidth: 0,
        maxWidth: '100%',
      }}
    >
      {named.map(({ resource, id, name }) => (
        <NameLink key={id} to={addresses.record(resource, id)} name={name} />
      ))}
      {others > 0 && (
        <NameLink
          to={addresses.record('alerts', alert.id)}
          name={translate('alerts.more', { smart_count: others })}
        />
      )}
    </Box>
  )
}

/** The newest note, its author unless the alert is assigned to that person, and the number of other notes. */
function NewestNote({ alert }: { alert: Alert }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const [newest] = notesOf(alert)
  if (!newest) return null
  const { text, by } = newest
  const others = alert.note_count - 1
  return (
    <Box component="span" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      <span>{by === assigneeOf(alert) ? text : translate('alerts.notes.of', { by, text })}</span>{' '}
      {others > 0 && (
        <NameLink
          to={addresses.record('alerts', alert.id)}
          name={translate('alerts.notes.more', { smart_count: others })}
        />
      )}
    </Box>
  )
}

/** Who looks after an alert, or the button that acknowledges it, and the newest note. */
export function Acknowledged({ alert }: { alert: Alert }) {
  const translate = useTranslate()
  const { acknowledged_at } = alert
  return (
    <>
      {acknowledged_at !== null && (
        <span>
          <span>{assigneeOf(alert) ?? translate('alerts.someone')}</span>,{' '}
          <RelativeTime value={acknowledged_at} />
        </span>
      )}
      <NewestNote alert={alert} />
      <AcknowledgeButton alert={alert} />
    </>
  )
}
