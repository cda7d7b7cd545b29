import { TimeText } from '../../components/page'
import { useTranslate } from '../../i18n/translate'
import { sessionTime } from './session'

/** Time of the device's last boot, or that it never had a session. Spec 2, section 2. */
export function SessionText({ sessionId, relative }: { sessionId: number; relative?: boolean }) {
  const translate = useTranslate()
  const time = sessionTime(sessionId)
  return time ? <TimeText value={time} relative={relative} /> : translate('devices.noSession')
}
