import { Box, Typography } from '@mui/material'
import type { Operation } from '#contract/connectors'
import { StateText, useNow } from '../../../components/page'
import { useTranslate } from '../texts'
import { useBacklogText } from './useOperation'

/** Milliseconds after which the age of what waits is written again. */
const REDRAW_EVERY = 60_000

/** What holds a connector back. */
export type Held = Exclude<Operation['state'], 'on' | 'off'>

export const isHeld = (state: Operation['state']): state is Held => state !== 'on' && state !== 'off'

/** Whether a connector that is off still holds back what it was triggered by before. */
export const isHeldOff = ({ state, waiting }: Operation): boolean => state === 'off' && (waiting ?? 0) > 0

const TONES = { paused: 'none', waiting: 'waiting', stopped: 'bad', off: 'none' } as const satisfies Record<
  Held | 'off',
  string
>

/** What holds a connector back, and what waits. */
export function OperationText({ state, operation }: { state: Held | 'off'; operation: Operation }) {
  const translate = useTranslate()
  const backlogText = useBacklogText()
  const now = useNow(REDRAW_EVERY)
  return (
    <StateText tone={TONES[state]}>
      <Box component="span" sx={{ display: 'inline-block', verticalAlign: 'top', textAlign: 'start' }}>
        {translate(state === 'off' ? 'connectors.disabled' : `connectors.operation.states.${state}`)}
        <Typography
          component="span"
          variant="caption"
          color="text.secondary"
          sx={{ display: 'block', whiteSpace: 'normal' }}
        >
          {backlogText(operation, now)}
        </Typography>
      </Box>
    </StateText>
  )
}
