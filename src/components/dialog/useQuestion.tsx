import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog'

interface Question {
  /** The question. */
  title: string
  /** Its explanation. */
  text: ReactNode
  /** Text of the confirm button. */
  confirmLabel: string
}

/** Asks the person a question; resolves with whether to continue. Render `dialog`. */
export function useQuestion({ title, text, confirmLabel }: Question) {
  const [question, setQuestion] = useState<{ answer: (goOn: boolean) => void }>()
  const ask = async (): Promise<boolean> => {
    const goesOn = await new Promise<boolean>((answer) => setQuestion({ answer }))
    setQuestion(undefined)
    return goesOn
  }
  const dialog = (
    <ConfirmDialog
      open={question !== undefined}
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    >
      {text}
    </ConfirmDialog>
  )
  return { ask, dialog }
}
