import { Chip } from '@mui/material'
import type { Delivery } from '#contract/connectors'
import { useTranslate } from '../../../i18n/translate'

const COLORS = { pending: 'warning', delivered: 'success', failed: 'error', cancelled: 'default' } as const

/** State of a delivery. */
export function StateChip({ state }: Pick<Delivery, 'state'>) {
  const translate = useTranslate()
  return (
    <Chip
      size="small"
      variant="outlined"
      color={COLORS[state]}
      label={translate(`connectors.deliveries.states.${state}`)}
    />
  )
}
