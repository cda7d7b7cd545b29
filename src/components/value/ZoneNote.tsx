import { Typography } from '@mui/material'
import { useClock, zoneText } from '../../clock'
import { type MessageKey, useTranslate } from '../../i18n/translate'
import { useNow } from './TimeText'

/** How often to check the UTC offset, in milliseconds. */
const LOOK_EVERY = 60_000

/**
 * Shows the time zone in which times are chosen.
 * @param text has `zone` in it
 */
export function ZoneNote({ text }: { text: MessageKey }) {
  const { zone } = useClock()
  const now = useNow(LOOK_EVERY)
  return (
    <Typography variant="caption" color="text.secondary" component="p">
      {useTranslate()(text, { zone: zoneText(zone, now) })}
    </Typography>
  )
}
