import { Chip } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { Delivery } from '#contract/connectors'

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
