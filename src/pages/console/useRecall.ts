import type { KeyboardEvent } from 'react'
import { useRef } from 'react'

type Area = HTMLTextAreaElement

const isOnFirstLine = ({ value, selectionStart, selectionEnd }: Area) =>
  selectionStart === selectionEnd && !value.slice(0, selectionStart).includes('\n')
const isOnLastLine = ({ value, selectionStart, selectionEnd }: Area) =>
  selectionStart === selectionEnd && !value.slice(selectionEnd).includes('\n')

/**
 * Brings back earlier commands with the arrow keys: up from the first line, down from the last. What was being typed
 * waits below the newest.
 * @param history oldest first
 */
export function useRecall(history: readonly string[], text: string, setText: (text: string) => void) {
  const place = useRef<number | null>(null)
  const typed = useRef('')

  const show = (area: Area, next: string, caret: number) => {
    setText(next)
    // The caret can be placed only when the text is there.
    requestAnimationFrame(() => area.setSelectionRange(caret, caret))
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
    /** What is typed from now on is new. */
    reset: () => {
      place.current = null
    },
  }
}
