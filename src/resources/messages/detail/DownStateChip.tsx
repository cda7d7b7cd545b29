import { Chip } from '@mui/material'
import type { Message } from '#contract/messages'
import { useTranslate } from '../../../i18n/translate'

const COLORS = { pending: 'warning', sent: 'success', cancelled: 'default' } as const

/** State of a downlink; nothing for an uplink, which has none. Spec 2, section 4. */
export function DownStateChip({ state }: { state: Message['down_state'] }) {
  const translate = useTranslate()
  if (!state) return null
  return (
    <Chip
      size="small"
      variant="outlined"
      color={COLORS[state]}
      label={translate(`messages.downStates.${state}`)}
    />
  )
}
