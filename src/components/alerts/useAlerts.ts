import { useMemo } from 'react'
import { type Alert, alertsApi } from '#contract/alerts'
import { ALERTS_CAPABILITY, CONNECTOR_ALERTS_CAPABILITY } from '#contract/alerts/capability'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useAnswer } from '../../dataProvider/answers'
import { lastingText } from './sentence'
import { useTranslate } from './texts'

/** Polling interval for a device's alerts, in milliseconds; a hidden page does not poll. */
const POLL = 15_000
/** Maximum number of alerts on the page of a device. */
const ALERTS_MAX = 100

/** The device or connector of alerts. */
export type AlertSubject = { deviceId: string } | { connectorId: string }

/** The list filter for alerts of a device or connector. */
export const filterOfSubject = (of: AlertSubject) =>
  'deviceId' in of ? { device_id: of.deviceId } : { connector_id: of.connectorId }

/** The newest alerts of a device or connector; none without the capability or the permission. */
export function useAlertsOf(of: AlertSubject, state?: 'open') {
  const isOffered = useCapability('deviceId' in of ? ALERTS_CAPABILITY : CONNECTOR_ALERTS_CAPABILITY)
  const may = usePermission(alertsApi.list.permission)
  return useAnswer(alertsApi.list, {
    query: { ...filterOfSubject(of), state, limit: ALERTS_MAX },
    enabled: isOffered && may,
    refetchInterval: POLL,
  })
}

/** An alert on a device's time axis. */
export interface AlertMark {
  kind: 'alert'
  at: string
  before: null
  /** Its rule and duration. */
  after: string
}

const NONE: readonly Alert[] = []

/** Marks at the beginnings of a device's alerts. */
export function useAlertMarks(deviceId: string): readonly AlertMark[] {
  const translate = useTranslate()
  const { data = NONE } = useAlertsOf({ deviceId })
  return useMemo(
    () =>
      data.flatMap(({ rule_name, devices }) =>
        devices
          .filter(({ device_id }) => device_id === deviceId)
          .map(({ since, ended_at }): AlertMark => {
            const span = ended_at && lastingText(Date.parse(ended_at) - Date.parse(since), translate)
            const after = [rule_name, span].filter(Boolean).join(', ')
            return { kind: 'alert', at: since, before: null, after }
          }),
      ),
    [data, deviceId, translate],
  )
}
