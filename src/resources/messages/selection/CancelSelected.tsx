import { Box, Button, DialogActions, DialogContent, Typography } from '@mui/material'
import { useState } from 'react'
import { useListContext, useNotify } from 'react-admin'
import { CONFIRMATIONS_CAPABILITY, type Message, messagesApi } from '#contract/messages'
import { formatBrief, serverNow, useClock } from '../../../clock'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { deviceNameOf } from '../../../components/message/Summary'
import { useTypeText } from '../../../components/message/useTypeText'
import { ConfirmDialog, useFailureToast } from '../../../components/page'
import { useCapability } from '../../../config'
import { useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { msg, useTranslate } from '../texts'
import { type Cancelled, cancelOneByOne, cancelTogether } from './cancelEach'

interface CancelSelectedProps {
  /** Messages that can be cancelled. */
  messages: readonly Message[]
  onClose: () => void
}

/** A result for each message. */
function Results({ results, onClose }: { results: readonly Cancelled[]; onClose: () => void }) {
  const translate = useTranslate()
  const typeText = useTypeText()
  const clock = useClock()
  const cancelled = results.filter(({ state }) => state === 'cancelled').length
  return (
    <TaskDialog title={translate('messages.selection.cancel.results')} onClose={onClose}>
      <DialogContent>
        <Typography role="status">
          {translate('messages.selection.cancel.count', {
            smart_count: cancelled,
            total: String(results.length),
          })}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1.5 }}>
          {results.map(({ message, state, error }) => (
            <Box
              component="li"
              key={message.id}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                columnGap: 2,
                py: 0.75,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Box component="span" sx={{ flex: '1 1 160px', overflowWrap: 'anywhere' }}>
                {`${typeText(message.type)}, ${deviceNameOf(message)}, ${formatBrief(Date.parse(message.created_at), serverNow(), clock)}`}
              </Box>
              <Box component="span" sx={{ color: state === 'cancelled' ? 'success.main' : 'error.main' }}>
                {translate(`messages.selection.cancel.states.${state}`)}
              </Box>
              {error && (
                <Typography variant="body2" color="text.secondary" sx={{ flexBasis: '100%' }}>
                  {error}
                </Typography>
              )}
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('common.close')}</Button>
      </DialogActions>
    </TaskDialog>
  )
}

/** Cancels the selected downlinks that wait, after a confirmation; says what became of each unless all were cancelled. */
export default function CancelSelected({ messages, onClose }: CancelSelectedProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const showFailure = useFailureToast()
  const isTogether = useCapability(CONFIRMATIONS_CAPABILITY)
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const { onUnselectItems, refetch } = useListContext<Message>()
  // Rows change while the list is refreshed.
  const [asked] = useState(messages)
  const [done, setDone] = useState<number | null>(null)
  const [results, setResults] = useState<readonly Cancelled[] | null>(null)
  const isAwaiting = asked.some(({ down_awaits }) => down_awaits)

  const close = () => {
    onUnselectItems()
    onClose()
  }
  const cancel = async () => {
    try {
      const ended = isTogether ? await cancelTogether(ask, asked) : await cancelOneByOne(ask, asked, setDone)
      void refetch()
      void invalidate(messagesApi)
      if (ended.some(({ state }) => state !== 'cancelled')) return setResults(ended)
      notify(msg('messages.selection.cancel.done'), {
        type: 'success',
        messageArgs: { smart_count: ended.length },
      })
      close()
    } catch (error) {
      showFailure(error)
    }
  }

  if (results) return <Results results={results} onClose={close} />
  return (
    <ConfirmDialog
      open
      title={translate('messages.selection.cancel.title', { smart_count: asked.length })}
      confirmLabel={translate('messages.selection.cancel.confirm')}
      closeLabel={translate('messages.selection.cancel.keep')}
      onConfirm={cancel}
      onClose={onClose}
    >
      <span>
        {translate(isAwaiting ? 'messages.selection.cancel.textAwaiting' : 'messages.selection.cancel.text')}
      </span>
      {done !== null && (
        <Typography role="status" sx={{ mt: 1 }}>
          {translate('messages.selection.cancel.progress', {
            done: String(done),
            total: String(asked.length),
          })}
        </Typography>
      )}
    </ConfirmDialog>
  )
}
