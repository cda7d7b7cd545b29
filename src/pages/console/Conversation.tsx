import DownIcon from '@mui/icons-material/ArrowDownward'
import { Box, Button, Paper } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Message } from '#contract/messages'
import { ConfirmDialog } from '../../components/page'
import { type Exchange, linesOf, newestAnswer } from './conversation'
import { ExchangeView, Mono } from './ExchangeView'
import { useTranslate } from './texts'

function scrollToEnd(element: HTMLElement | null) {
  if (element) element.scrollTop = element.scrollHeight
}

/** Whether the end is less than 40 px away. */
const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight < 40

/**
 * Keeps a frame scrolled to the end of its content, unless the person has scrolled up.
 * @param rows changes when the content does
 * @param newest id of the newest answer, to know whether it came while the person was further up
 */
function useEnd(rows: unknown, newest: string | undefined) {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const shown = useRef<unknown>(undefined)
  const [isAtEnd, setAtEnd] = useState(true)
  const [seen, setSeen] = useState(newest)
  if (isAtEnd && seen !== newest) setSeen(newest)

  useLayoutEffect(() => {
    if (isAtEnd && shown.current !== rows) scrollToEnd(frame.current)
    shown.current = rows
  }, [rows, isAtEnd])

  // When the input grows, the frame shrinks and the end stays visible. When a person expands a long output, the content
  // grows and the scroll position stays.
  useEffect(() => {
    const [outer, inner] = [frame.current, content.current]
    if (!outer || !inner) return undefined
    const observer = new ResizeObserver((entries) => {
      if (isAtEnd && entries.some(({ target }) => target === outer)) scrollToEnd(outer)
      else setAtEnd(isNearEnd(outer))
    })
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [isAtEnd])

  return {
    frame,
    content,
    onScroll: () => frame.current && setAtEnd(isNearEnd(frame.current)),
    toEnd: () => {
      scrollToEnd(frame.current)
      setAtEnd(true)
    },
    hasNewBelow: seen !== newest,
  }
}

/** Announces a new answer to screen readers while the console is open. */
function NewAnswer({ newest }: { newest: ReturnType<typeof newestAnswer> }) {
  const translate = useTranslate()
  const id = newest?.message.id
  const [first] = useState(id)
  return (
    <output style={visuallyHidden}>
      {newest && id !== first && (
        <span key={id}>
          {translate('console.newAnswer', { command: newest.exchange.steps[0]?.line ?? '' })}
        </span>
      )}
    </output>
  )
}

interface ConversationProps {
  conversation: readonly Exchange[]
  /** The exchanges that match the search. */
  shown: readonly Exchange[]
  /** The searched text; empty without a search. */
  query: string
  /** Shown above the oldest exchange. */
  before: ReactNode
  /** Shown when there are no exchanges. */
  empty: ReactNode
  /** Cancels a command after a confirmation; false if the person can try again. Rules, "Shell console". */
  onCancel: (commandId: string) => Promise<boolean>
}

/** Commands and answers, the newest at the end. It stays scrolled to the end unless the person scrolls up. */
export function Conversation({ conversation, shown, query, before, empty, onCancel }: ConversationProps) {
  const translate = useTranslate()
  const newest = newestAnswer(conversation)
  const { frame, content, onScroll, toEnd, hasNewBelow } = useEnd(shown, newest?.message.id)
  const [cancelled, setCancelled] = useState<Message | null>(null)

  // Scrolls to the newest hit of a search.
  useEffect(() => {
    const hits = query === '' ? [] : [...(frame.current?.querySelectorAll('mark') ?? [])]
    hits.at(-1)?.scrollIntoView({ block: 'center' })
  }, [query, frame])

  return (
    <Paper variant="outlined" sx={{ position: 'relative', flex: 1, minHeight: 160, overflow: 'hidden' }}>
      <Box
        ref={frame}
        onScroll={onScroll}
        role="region"
        aria-label={translate('console.conversation')}
        tabIndex={0}
        sx={{ position: 'absolute', inset: 0, overflowY: 'auto' }}
      >
        <Box ref={content} sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%' }}>
          {before}
          {shown.length === 0 ? (
            <Box sx={{ p: 3, color: 'text.secondary' }}>{empty}</Box>
          ) : (
            <Box component="ol" sx={{ m: 0, mt: 'auto', p: 0, listStyle: 'none' }}>
              {shown.map((exchange) => (
                <ExchangeView key={exchange.id} exchange={exchange} query={query} onCancel={setCancelled} />
              ))}
            </Box>
          )}
        </Box>
      </Box>
      {hasNewBelow && (
        <Button
          variant="contained"
          size="small"
          startIcon={<DownIcon />}
          onClick={toEnd}
          sx={{ position: 'absolute', bottom: 12, left: '50%', transform: 'translateX(-50%)' }}
        >
          {translate('console.newBelow')}
        </Button>
      )}
      <NewAnswer newest={newest} />
      <ConfirmDialog
        open={cancelled !== null}
        title={translate('console.cancel.title')}
        confirmLabel={translate('console.cancel.confirm')}
        closeLabel={translate('console.cancel.keep')}
        onClose={() => setCancelled(null)}
        onConfirm={async () => {
          if (cancelled && (await onCancel(cancelled.id))) setCancelled(null)
        }}
      >
        {translate('console.cancel.text')}
        <Mono>{linesOf(cancelled?.body ?? null).join('\n')}</Mono>
      </ConfirmDialog>
    </Paper>
  )
}
