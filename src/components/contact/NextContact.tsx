import { useTranslate } from '../../i18n/translate'
import { TimeText } from '../page'
import { Lateness } from './Lateness'
import { useEvery } from './UsualInterval'
import { useRhythm } from './useRhythm'

/** When a device is next expected, from the intervals of its last messages: its downlinks wait until then. */
export function NextContact({ deviceId }: { deviceId: string }) {
  const translate = useTranslate()
  const every = useEvery()
  const { rhythm, failed, now } = useRhythm(deviceId)
  if (failed) return translate('contact.nextFailed')
  if (!rhythm) return translate(rhythm === null ? 'contact.nextUnknown' : 'common.loading')
  return (
    <>
      {translate(rhythm.expected < now ? 'contact.wasExpected' : 'contact.expected')}:{' '}
      <TimeText value={new Date(rhythm.expected).toISOString()} relative />, {every(rhythm.usual)}.{' '}
      {translate('contact.waits')} <Lateness deviceId={deviceId} />
    </>
  )
}
