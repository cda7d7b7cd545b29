import { styled } from '@mui/material'
import { Children, isValidElement, type ReactNode } from 'react'
import type { Operation } from '#contract/connectors'
import { StateText, type Tone, useNow } from '../../../components/page'
import { msg as word } from '../../../components/words/texts'
import { useTranslate } from '../texts'
import { useBacklogText } from './useOperation'

/** Milliseconds between two updates of the age of waiting deliveries. */
const REDRAW_EVERY = 60_000

/** States that hold a connector back. */
export type Held = Exclude<Operation['state'], 'on' | 'off'>

export const isHeld = (state: Operation['state']): state is Held => state !== 'on' && state !== 'off'

/** Whether a disabled connector still has waiting deliveries. */
export const isHeldOff = ({ state, waiting }: Operation): boolean => state === 'off' && (waiting ?? 0) > 0

const TONES = { paused: 'none', waiting: 'waiting', stopped: 'bad', off: 'none' } as const satisfies Record<
  Held | 'off',
  string
>

interface StateWithFactsProps {
  tone: Tone
  words: string
  title?: string
  /** Further facts. */
  children: ReactNode
}

const Fact = styled('small')(({ theme }) => ({ fontSize: '0.75rem', color: theme.palette.text.secondary }))

/** A state in words, with further facts on the same line. */
export function StateWithFacts({ tone, words, title, children }: StateWithFactsProps) {
  return (
    <StateText tone={tone}>
      <span title={title}>{words}</span>
      {Children.toArray(children).map((fact) => (
        <Fact key={isValidElement(fact) ? fact.key : 'text'}>
          <span className="separator"> · </span>
          {fact}
        </Fact>
      ))}
    </StateText>
  )
}

/** Why a connector is held back, and its waiting deliveries. */
export function OperationText({ state, operation }: { state: Held | 'off'; operation: Operation }) {
  const translate = useTranslate()
  const backlogText = useBacklogText()
  const now = useNow(REDRAW_EVERY)
  return (
    <StateWithFacts
      tone={TONES[state]}
      words={translate(
        state === 'off' ? word('words.connector.disabled') : word(`words.connector.states.${state}`),
      )}
    >
      {backlogText(operation, now)}
    </StateWithFacts>
  )
}
