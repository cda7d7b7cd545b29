import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { Operation } from '#contract/connectors'
import { StateText, type Tone, useNow } from '../../../components/page'
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

interface ToldStateProps {
  tone: Tone
  words: string
  title?: string
  /** What there is to say below it. */
  children: ReactNode
}

/** A state in words, with what there is to say below it. */
export function ToldState({ tone, words, title, children }: ToldStateProps) {
  return (
    <StateText tone={tone}>
      <Box
        component="span"
        title={title}
        sx={{
          display: 'inline-block',
          // Beside the mark, which has 18 px.
          maxWidth: 'calc(100% - 18px)',
          verticalAlign: 'top',
          textAlign: 'start',
        }}
      >
        <span>{words}</span>
        <Typography
          component="span"
          variant="caption"
          color="text.secondary"
          sx={{ display: 'block', whiteSpace: 'normal' }}
        >
          {children}
        </Typography>
      </Box>
    </StateText>
  )
}

/** What holds a connector back, and what waits. */
export function OperationText({ state, operation }: { state: Held | 'off'; operation: Operation }) {
  const translate = useTranslate()
  const backlogText = useBacklogText()
  const now = useNow(REDRAW_EVERY)
  return (
    <ToldState
      tone={TONES[state]}
      words={translate(state === 'off' ? 'connectors.disabled' : `connectors.operation.states.${state}`)}
    >
      {backlogText(operation, now)}
    </ToldState>
  )
}
