import { Box, Link, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { AlertTest, AlertTestDelivery, AlertTestPush } from '#contract/alerts'
import { pushApi } from '#contract/push'
import { addresses } from '../../../addresses'
import { formatTime, useClock } from '../../../clock'
import { useTranslate as useAudienceTranslate } from '../../../components/audience/texts'
import { useBrowserName } from '../../../components/browsers/useBrowserName'
import { useFailureText } from '../../../components/failure/useFailureText'
import { StateText, type Tone } from '../../../components/page'
import { useCapability } from '../../../config'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../texts'

/** A link; in a form it opens another tab, so that the form stays. */
function Way({ to, isInForm, children: link }: { to: string; isInForm: boolean; children: string }) {
  const translate = useTranslate()
  const inOtherTab = {
    target: '_blank',
    rel: 'noopener',
    'aria-label': translate('alert-rules.test.inOtherTab', { link }),
  }
  return (
    <Link component={RouterLink} to={to} {...(isInForm && inOtherTab)}>
      {link}
    </Link>
  )
}

interface LineProps {
  name: string
  tone: Tone
  children: ReactNode
  link?: ReactNode
}

/** Result of one notification: its name, its state, and a link. */
function Line({ name, tone, children, link }: LineProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
        columnGap: 2,
        rowGap: 0.25,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        overflowWrap: 'anywhere',
      }}
    >
      <Box sx={{ fontWeight: 600 }}>{name}</Box>
      <Box sx={{ '& > span': { display: 'block' } }}>
        <StateText tone={tone}>{children}</StateText>
        {link && <Box sx={{ paddingInlineStart: '18px' }}>{link}</Box>}
      </Box>
    </Box>
  )
}

/** Formats the time of an attempt. */
function useTime() {
  const clock = useClock()
  return (at: string | null) => (at === null ? '' : formatTime(Date.parse(at), clock))
}

interface PartProps {
  test: AlertTest
  isInForm: boolean
}

function MailLine({ test: { mail }, isInForm }: PartProps) {
  const translate = useTranslate()
  const time = useTime()
  const name = translate('alert-rules.test.mail')
  if (mail === null)
    return (
      <Line
        name={name}
        tone="none"
        link={
          <Way to={addresses.notifications} isInForm={isInForm}>
            {translate('alert-rules.test.notifications')}
          </Way>
        }
      >
        {translate('alert-rules.test.noMails')}
      </Line>
    )
  const { state, to, at, error, has_server, next_attempt_at } = mail
  const named = translate('alert-rules.test.mailTo', { to })
  const reason = error ?? ''
  const line = (tone: Tone, text: string) => (
    <Line name={named} tone={tone}>
      {text}
    </Line>
  )
  if (state === 'sent' && !has_server) return line('warning', translate('alert-rules.test.toFolder'))
  if (state === 'sent') return line('good', translate('alert-rules.test.mailSent', { time: time(at) }))
  if (state === 'failed') return line('bad', translate('alert-rules.test.failed', { reason }))
  if (state === 'unknown') return line('warning', translate('alert-rules.test.mailUnknown'))
  if (state === 'dropped') return line('none', translate('alert-rules.test.mailDropped'))
  return next_attempt_at === null
    ? line('waiting', translate('alert-rules.test.sending'))
    : line('warning', translate('alert-rules.test.again', { reason, time: time(next_attempt_at) }))
}

function PushLine({ push }: { push: AlertTestPush }) {
  const translate = useTranslate()
  const time = useTime()
  const failureText = useFailureText()
  const name = translate('alert-rules.test.pushTo', { browser: useBrowserName()(push) })
  const reason = failureText(push) ?? ''
  const { state, at, next_attempt_at } = push
  const line = (tone: Tone, text: string) => (
    <Line name={name} tone={tone}>
      {text}
    </Line>
  )
  if (state === 'sent') return line('good', translate('alert-rules.test.pushSent', { time: time(at) }))
  if (state === 'failed') return line('bad', translate('alert-rules.test.failed', { reason }))
  if (state === 'dropped') return line('bad', translate('alert-rules.test.pushDropped'))
  return next_attempt_at === null
    ? line('waiting', translate('alert-rules.test.sending'))
    : line('warning', translate('alert-rules.test.again', { reason, time: time(next_attempt_at) }))
}

function PushLines({ test: { pushes }, isInForm }: PartProps) {
  const translate = useTranslate()
  if (!useCapability(pushApi.read.capability)) return null
  if (pushes.length > 0) return pushes.map((push) => <PushLine key={push.browser_id} push={push} />)
  return (
    <Line
      name={translate('alert-rules.test.push')}
      tone="none"
      link={
        <Way to={addresses.notifications} isInForm={isInForm}>
          {translate('alert-rules.test.switchOn')}
        </Way>
      }
    >
      {translate('alert-rules.test.noBrowser')}
    </Line>
  )
}

function DeliveryLine({ delivery, isInForm }: { delivery: AlertTestDelivery; isInForm: boolean }) {
  const translate = useTranslate()
  const audience = useAudienceTranslate()
  const time = useTime()
  const failureText = useFailureText()
  const at = useAddresses()
  const { connector_id, delivery_id, state, status, duration, next_attempt_at } = delivery
  const name = delivery.name ?? audience('audience.goneConnector')
  const reason = failureText(delivery) ?? ''
  const to =
    delivery_id === null ? at.record('connectors', connector_id) : at.delivery(connector_id, delivery_id)
  const opens = translate(`alert-rules.test.${delivery_id === null ? 'openConnector' : 'openDelivery'}`)
  const line = (tone: Tone, text: string) => (
    <Line
      name={translate('alert-rules.test.connector', { name })}
      tone={tone}
      link={
        state !== 'gone' && (
          <Way to={to} isInForm={isInForm}>
            {opens}
          </Way>
        )
      }
    >
      {text}
    </Line>
  )
  switch (state) {
    case 'delivered':
      return line('good', translate('alert-rules.test.delivered', { status, duration }))
    case 'failed':
      return line('bad', translate('alert-rules.test.failed', { reason }))
    case 'cancelled':
      return line('warning', translate('alert-rules.test.cancelled'))
    case 'held':
      return line('warning', translate('alert-rules.test.held'))
    case 'disabled':
      return line('warning', translate('alert-rules.test.disabled'))
    case 'gone':
      return line('none', translate('alert-rules.test.gone'))
    case 'pending':
      return next_attempt_at === null
        ? line('waiting', translate('alert-rules.test.sending'))
        : line('warning', translate('alert-rules.test.again', { reason, time: time(next_attempt_at) }))
  }
}

interface TestOutcomeProps extends PartProps {
  /** The latest poll failed. */
  isStale: boolean
}

/** Result of a test, for each notification. */
export function TestOutcome({ test, isInForm, isStale }: TestOutcomeProps) {
  const translate = useTranslate()
  const time = useTime()
  const title = translate('alert-rules.test.outcome', { time: time(test.created_at) })
  return (
    <Box sx={{ mt: 2 }}>
      <Typography component="h3" variant="body2" sx={{ fontWeight: 600, mb: 1 }}>
        {title}
      </Typography>
      <Box component="ul" aria-label={title} aria-live="polite" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {test.unsaid === null ? (
          <>
            <MailLine test={test} isInForm={isInForm} />
            <PushLines test={test} isInForm={isInForm} />
          </>
        ) : (
          <Line name={translate('alert-rules.test.people')} tone="none">
            {translate(test.unsaid === 'outsider' ? 'alert-rules.test.outsider' : 'alert-rules.test.nobody')}
          </Line>
        )}
        {test.deliveries.map((delivery) => (
          <DeliveryLine key={delivery.connector_id} delivery={delivery} isInForm={isInForm} />
        ))}
      </Box>
      {isStale && (
        <Typography variant="body2" color="error" role="status">
          {translate('alert-rules.test.stale')}
        </Typography>
      )}
    </Box>
  )
}
