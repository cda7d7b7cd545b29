import SendIcon from '@mui/icons-material/SendOutlined'
import { Box, TextField, useMediaQuery } from '@mui/material'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { downlinkPermission } from '#contract/messages'
import { clearDraft, readDraft, writeDraft } from '../../components/draft/drafts'
import { PermissionButton } from '../../components/page'
import { useHasKeys } from '../../components/shortcuts/useShortcut'
import { usePermission } from '../../dataProvider/account'
import { LABEL_HEIGHT } from '../../theme/theme'
import { linesToSend } from './conversation'
import { MONOSPACE } from './ExchangeView'
import { useTranslate } from './texts'

type Area = HTMLTextAreaElement

const isOnFirstLine = ({ value, selectionStart, selectionEnd }: Area) =>
  selectionStart === selectionEnd && !value.slice(0, selectionStart).includes('\n')
const isOnLastLine = ({ value, selectionStart, selectionEnd }: Area) =>
  selectionStart === selectionEnd && !value.slice(selectionEnd).includes('\n')

/**
 * Recalls earlier commands with the arrow keys: up from the first line, down from the last. After the newest command
 * comes the text that was being typed.
 * @param history oldest first
 */
function useRecall(history: readonly string[], text: string, setText: (text: string) => void) {
  const place = useRef<number | null>(null)
  const typed = useRef('')

  const show = (area: Area, next: string, caret: number) => {
    // The caret can only be placed after the text renders.
    flushSync(() => setText(next))
    area.setSelectionRange(caret, caret)
  }

  const older = (area: Area): boolean => {
    const index = (place.current ?? history.length) - 1
    const command = history[index]
    if (command === undefined) return false
    if (place.current === null) typed.current = text
    place.current = index
    const end = command.indexOf('\n')
    show(area, command, end === -1 ? command.length : end)
    return true
  }

  const newer = (area: Area): boolean => {
    if (place.current === null) return false
    const index = place.current + 1
    const next = history[index] ?? typed.current
    place.current = index < history.length ? index : null
    show(area, next, next.length)
    return true
  }

  return {
    /** Whether the key was used. */
    onKey: ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, area: Area): boolean => {
      if (altKey || ctrlKey || metaKey || shiftKey) return false
      if (key === 'ArrowUp' && isOnFirstLine(area)) return older(area)
      if (key === 'ArrowDown' && isOnLastLine(area)) return newer(area)
      return false
    },
    /** The next recall begins at the newest command. */
    reset: () => {
      place.current = null
    },
  }
}

/** Who may send commands. */
export const SEND = downlinkPermission('shell', 'create')

interface CommandInputProps {
  /** Key of the draft that keeps the text until it is sent. Also use it as the component's key. */
  draftKey: string | null
  /** Sent commands, oldest first. */
  history: readonly string[]
  /** Sends the lines; false if that failed. */
  onSend: (lines: string[]) => Promise<boolean>
}

function keptText(draftKey: string | null): string {
  const kept = draftKey === null ? undefined : readDraft(draftKey)?.values.text
  return typeof kept === 'string' ? kept : ''
}

/** The input for commands, one per line. Ctrl+Enter sends. Rules, "Shell console". */
export function CommandInput({ draftKey, history, onSend }: CommandInputProps) {
  const translate = useTranslate()
  const canSend = usePermission(SEND)
  const hasKeys = useHasKeys()
  const [text, setText] = useState(() => keptText(draftKey))
  const [isSending, setSending] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  // On a phone, focus would open the keyboard over the answers.
  const hasKeyboard = useMediaQuery('(pointer: fine)', { noSsr: true })

  const change = (next: string) => {
    setText(next)
    if (draftKey === null) return
    if (next === '') clearDraft(draftKey)
    else writeDraft(draftKey, { values: { text: next } })
  }
  const recall = useRecall(history, text, change)

  const send = async () => {
    const lines = linesToSend(text)
    if (lines.length === 0 || isSending) return
    setSending(true)
    if (await onSend(lines)) {
      change('')
      recall.reset()
    }
    setSending(false)
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, ctrlKey, metaKey, nativeEvent } = event
    if (!(target instanceof HTMLTextAreaElement) || nativeEvent.isComposing) return
    if (key === 'Enter' && (ctrlKey || metaKey)) {
      event.preventDefault()
      void send()
    } else if (recall.onKey(event, target)) event.preventDefault()
  }

  return (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1.5 }}>
      <TextField
        label={translate('console.input')}
        helperText={canSend ? hasKeys && translate('console.inputHint') : translate('common.notPermitted')}
        inputRef={input}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- people open a console to type into it
        autoFocus={hasKeyboard}
        multiline
        fullWidth
        minRows={2}
        maxRows={8}
        value={text}
        disabled={!canSend}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          recall.reset()
          change(target.value)
        }}
        slotProps={{
          // The reason must be readable while the input is disabled.
          formHelperText: { sx: { '&.Mui-disabled': { color: 'text.secondary' } } },
          htmlInput: {
            readOnly: isSending,
            autoCapitalize: 'off',
            autoCorrect: 'off',
            spellCheck: false,
            sx: { fontFamily: MONOSPACE, fontSize: '0.875rem' },
          },
        }}
      />
      <PermissionButton
        permission={SEND}
        variant="contained"
        startIcon={<SendIcon />}
        loading={isSending}
        onClick={() => void send()}
        sx={{
          alignSelf: { xs: 'stretch', sm: 'start' },
          flexShrink: 0,
          minHeight: 40,
          mt: { sm: `${LABEL_HEIGHT}px` },
        }}
      >
        {translate('console.send')}
      </PermissionButton>
    </Box>
  )
}
