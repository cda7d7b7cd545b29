import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog'

interface Question {
  /** What is about to happen, as a question. */
  title: string
  /** What it means. */
  text: ReactNode
  /** Text of the button that continues. */
  confirmLabel: string
}

/** Asks a person, and answers whether to go on. Render `dialog`. */
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
