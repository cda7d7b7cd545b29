import DownIcon from '@mui/icons-material/ArrowDownward'
import { Box, Button, Paper } from '@mui/material'
import { type ReactNode, useEffect, useState } from 'react'
import type { Message } from '#contract/messages'
import { useTranslate } from '../../i18n/translate'
import { CancelDialog } from './CancelDialog'
import { type Exchange, newestAnswer } from './conversation'
import { ExchangeView } from './ExchangeView'
import { NewAnswer } from './NewAnswer'
import { useEnd } from './useEnd'

interface ConversationProps {
  conversation: readonly Exchange[]
  /** Those of them that are shown. */
  shown: readonly Exchange[]
  /** What is searched for; empty when nothing is. */
  query: string
  /** Stands above the oldest. */
  before: ReactNode
  /** Stands in place of the conversation when none of it is shown. */
  empty: ReactNode
  onCancel: (commandId: string) => Promise<boolean>
}

/** The commands and answers, the newest at the end, where it stays scrolled to unless a person reads further up. */
export function Conversation({ conversation, shown, query, before, empty, onCancel }: ConversationProps) {
  const translate = useTranslate()
  const { frame, content, onScroll, toEnd, hasNewBelow } = useEnd(
    shown,
    newestAnswer(conversation)?.message.id,
  )
  const [cancelled, setCancelled] = useState<Message | null>(null)

  // What was searched for is brought in sight, the newest of it.
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
      <NewAnswer conversation={conversation} />
      <CancelDialog command={cancelled} onClose={() => setCancelled(null)} onCancel={onCancel} />
    </Paper>
  )
}
