import { useCallback } from 'react'
import { WAITING_COUNTED_MAX } from '#contract/connectors'
import { type AttentionKind, type AttentionPart, attentionKindSchema } from '#contract/overview'
import { tagOf, useClock } from '../../clock'
import { lastingText } from '../../components/alerts/sentence'
import { useTranslate as useAlertsTranslate } from '../../components/alerts/texts'
import { useTranslate as useContactTranslate } from '../../components/contact/texts'
import { every, lastingSince } from '../../components/contact/words'
import { useFailureText } from '../../components/failure/useFailureText'
import { countedText } from '../../notDelivered'
import { useNumberText } from '../../numbers'
import { useTranslate } from './texts'

/** The default target of firmware is not named. */
const USUAL_TARGET = 'app'

/** The text of a line in two parts: its kind and its evidence. The time is in milliseconds since 1970. */
export function useLineText() {
  const translate = useTranslate()
  const contact = useContactTranslate()
  const alerts = useAlertsTranslate()
  const clock = useClock()
  const failureText = useFailureText()
  const numberText = useNumberText()
  return useCallback(
    ({ kind, since, evidence }: AttentionPart, now: number): [words: string, evidence: string] => {
      const { count = 0, usual_interval, firmware_id = '', target, reason, status } = evidence
      const spanTo = (time: number) => lastingSince(Math.min(time, now), Math.max(time, now), clock, contact)
      const span = spanTo(Math.min(Date.parse(since), now))
      const usually = (words: 'usually' | 'usuallySends') =>
        usual_interval
          ? [translate(`overview.attention.${words}`, { every: every(usual_interval, contact) })]
          : []
      const counted = countedText(count, numberText)
      const acknowledgementParts = ({
        alert_count = 1,
        acknowledged,
        acknowledged_by,
      }: AttentionPart['evidence']) => {
        const many = alert_count > 1 && translate('overview.attention.alerts', { smart_count: alert_count })
        const acknowledgement = acknowledged ?? {
          count: 1,
          by: acknowledged_by ? [acknowledged_by] : [],
          by_count: 1,
        }
        if (acknowledgement.by.length === 0) return [many || null]
        const others = acknowledgement.by_count - acknowledgement.by.length
        const more = others > 0 ? [translate('overview.attention.others', { smart_count: others })] : []
        const names = new Intl.ListFormat(tagOf(clock.locale), { type: 'conjunction' }).format([
          ...acknowledgement.by,
          ...more,
        ])
        const which = alert_count === 1 ? 'acknowledged' : 'acknowledgedOf'
        const counts = {
          smart_count: acknowledgement.by_count,
          name: names,
          count: acknowledgement.count,
          total: alert_count,
        }
        return [many || null, translate(`overview.attention.${which}`, counts)]
      }
      const waits = () =>
        count > WAITING_COUNTED_MAX
          ? translate('overview.attention.backlogMany', { count: numberText(WAITING_COUNTED_MAX) })
          : translate('overview.attention.backlog', { smart_count: count, count: numberText(count) })
      const known = attentionKindSchema.safeParse(kind).data
      if (!known) return [translate('overview.attention.other'), '']
      const parts: Record<AttentionKind, () => [string, readonly (string | null)[]]> = {
        alert: () => {
          const lasts = { span: lastingText(now - Date.parse(since), alerts) }
          return [
            evidence.connector_count === undefined
              ? translate('overview.attention.alert', { smart_count: count, ...lasts })
              : translate('overview.attention.connectorAlert', {
                  smart_count: evidence.connector_count,
                  ...lasts,
                }),
            acknowledgementParts(evidence),
          ]
        },
        rollout_held: () => [
          translate('overview.attention.held', { span }),
          [
            translate(`overview.attention.${reason === 'failed' ? 'heldFailed' : 'heldTroubled'}`, {
              smart_count: count,
            }),
          ],
        ],
        silent: () => [translate('overview.attention.silent', { span }), usually('usually')],
        late: () => [translate('overview.attention.late', { span }), usually('usually')],
        many_boots: () => [translate('overview.attention.boots', { smart_count: count }), []],
        downlink_waiting: () => [
          translate('overview.attention.waiting', { smart_count: count, span }),
          usually('usuallySends'),
        ],
        firmware_failed: () => [
          translate('overview.attention.firmware', { firmware: firmware_id }),
          [
            target && target !== USUAL_TARGET
              ? translate('overview.attention.firmwareTarget', { target })
              : null,
            reason ?? null,
          ],
        ],
        connector_stopped: () => [
          evidence.error_code === 'function_late_often'
            ? translate('overview.attention.stoppedLate', { span, count: evidence.error_detail ?? '' })
            : translate('overview.attention.stopped', { span }),
          [waits()],
        ],
        connector_waiting: () => [
          translate('overview.attention.away', { span }),
          [
            failureText({
              error: status ? translate('overview.attention.status', { status }) : null,
              error_code: evidence.error_code ?? null,
              error_detail: evidence.error_detail ?? null,
            }),
            waits(),
          ],
        ],
        connector_paused: () => [
          translate('overview.attention.paused', {
            span: spanTo(Math.max(Date.parse(evidence.ends_at ?? since), now)),
          }),
          [waits()],
        ],
        connector_cancelling: () => [translate('overview.attention.cancelling', { count, span }), []],
        connector_certificate: () => {
          const end = Date.parse(evidence.ends_at ?? since)
          const words =
            `overview.attention.${end > now ? 'certificateExpires' : 'certificateExpired'}` as const
          return [translate(words, { span: spanTo(end) }), []]
        },
        connector_failing: () => [
          translate('overview.attention.failing', { span }),
          [
            failureText({
              error: status ? translate('overview.attention.status', { status }) : null,
              error_code: evidence.error_code ?? null,
              error_detail: evidence.error_detail ?? null,
            }),
            count > 0 ? translate('overview.attention.notDelivered', { count: counted }) : null,
          ],
        ],
        connector_not_delivered: () => [translate('overview.attention.lost', { count: counted }), []],
        connector_behind: () => [translate('overview.attention.behind', { span }), [waits()]],
      }
      const [words, spoken] = parts[known]()
      return [words, spoken.filter(Boolean).join(', ')]
    },
    [translate, contact, alerts, clock, failureText, numberText],
  )
}
