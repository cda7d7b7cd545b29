import { useEffect, useState } from 'react'
import { type BlockerFunction, NavigationType, useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '../page'
import type { BulkProgress } from './machine'
import { useTranslate } from './texts'

const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault()

/** Steps within the page, such as another page of the list, are allowed, except Back, which closes the run's dialog. */
const leavesPage: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  historyAction === NavigationType.Pop || currentLocation.pathname !== nextLocation.pathname

interface LeaveQuestionProps {
  run: Pick<BulkProgress, 'isHalted'> & { isRunning: boolean; stop: () => void }
}

interface QuestionProps extends LeaveQuestionProps {
  /** The person wants to close the dialog, not leave the page. */
  isClosing: boolean
  onStay: () => void
}

/** Blocks everything that leaves the page: links, the palette, Back, and closing the tab. */
function Question({ run: { isHalted, stop }, isClosing, onStay }: QuestionProps) {
  const translate = useTranslate()
  const { state, proceed, reset } = useBlocker(isHalted ? false : leavesPage)
  const isLeaving = state === 'blocked'
  useEffect(() => {
    // The person was signed out or redirected.
    if (isHalted) return proceed?.()
    window.addEventListener('beforeunload', askBrowser)
    return () => window.removeEventListener('beforeunload', askBrowser)
  }, [isHalted, proceed])

  const stay = () => {
    onStay()
    reset?.()
  }
  const confirm = () => {
    stop()
    onStay()
    proceed?.()
  }
  return (
    <ConfirmDialog
      open={isClosing || isLeaving}
      title={translate('bulk.leave.title')}
      confirmLabel={translate(isLeaving ? 'bulk.leave.leave' : 'bulk.leave.stop')}
      closeLabel={translate('bulk.leave.stay')}
      onConfirm={confirm}
      onClose={stay}
    >
      {translate('bulk.leave.text')}
    </ConfirmDialog>
  )
}

/**
 * Asks before the person leaves the page of a bulk run by any means.
 * @returns `ask`, to call when the dialog closes; `question`, to render
 */
export function useLeaveQuestion({ run }: LeaveQuestionProps) {
  const { isRunning, isHalted } = run
  const [isClosing, setClosing] = useState(false)
  if (isClosing && !isRunning) setClosing(false)
  return {
    ask: () => setClosing(true),
    question: (isRunning || isHalted) && (
      <Question {...{ run, isClosing }} onStay={() => setClosing(false)} />
    ),
  }
}
