import { useTranslate } from '../../i18n/translate'
import { spanOf } from './span'
import { useRhythm } from './useRhythm'

/** "every 30 minutes"; the span is in milliseconds. */
export function useEvery() {
  const translate = useTranslate()
  return (milliseconds: number) => {
    const { unit, count } = spanOf(milliseconds)
    return translate(`contact.every.${unit}`, { smart_count: count })
  }
}

/** How often a device is usually heard of. */
export function UsualInterval({ deviceId }: { deviceId: string }) {
  const translate = useTranslate()
  const every = useEvery()
  const { rhythm, failed } = useRhythm(deviceId)
  if (rhythm) return every(rhythm.usual)
  if (failed) return translate('contact.failed')
  return translate(rhythm === null ? 'contact.tooFew' : 'common.loading')
}
