import type { ReactNode } from 'react'
import type { Entry } from '#sandbox'

/** Receives the focus when a form finds an error here. */
export interface Focusable {
  focus: () => void
  /** Moves the cursor to a position and scrolls there. Both numbers start at 1. A plain text area does not have it. */
  goTo?: (line: number, column: number) => void
}

/** An error in the text. Both numbers start at 1. */
export interface Problem {
  line: number
  column: number
  /** In English, as the language reports it. */
  message: string
}

/** The input of code, for completions. */
export interface CodeInputType {
  /** How the code receives it: `main` as its first parameter, `body` as `message`. */
  entry: Entry
  /** Its TypeScript type, from `typeText`. */
  type: string
}

export interface CodeEditorProps {
  /** Shown above the editor, and its accessible name. */
  label: string
  language: 'json' | 'javascript' | 'plaintext'
  value: string
  /** Without it the text is read-only. */
  onChange?: (value: string) => void
  onBlur?: () => void
  /** Called by Ctrl+Enter (Cmd+Enter on a Mac). */
  onSubmit?: () => void
  /** Shown below the text. */
  error?: ReactNode
  /** An error of a run, marked in the text. */
  problem?: Problem
  /** The input of the code, for completions. */
  inputType?: CodeInputType
  /** Shown below the text while there is no error. */
  hint?: ReactNode
  /** Called with what receives the focus, and with null when it unmounts. */
  inputRef?: (input: Focusable | null) => void
}

/** Props of an editing surface; the frame around it shows the rest. */
export interface SurfaceProps extends Omit<CodeEditorProps, 'error' | 'hint'> {
  /** Called whenever the errors in the text change. */
  onProblems?: (problems: Problem[]) => void
  invalid: boolean
  /** Id of the error or hint. */
  describedBy: string
}
