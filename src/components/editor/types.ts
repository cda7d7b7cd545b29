import type { ReactNode } from 'react'
import type { Entry } from '#sandbox'

/** Gets the focus when a form finds an error here. */
export interface Focusable {
  focus: () => void
  /** Moves the cursor to a 1-based position and scrolls there. A plain text area does not have it. */
  goTo?: (line: number, column: number) => void
}

/** An error in the text, at a 1-based position. */
export interface Problem {
  line: number
  column: number
  /** In English, as the language reports it. */
  message: string
}

/** The type of the code's input, for completions. */
export interface CodeInputType {
  /** How the code receives it: `main` as its first parameter, `body` as `message`. */
  entry: Entry
  /** Its TypeScript type, from `typeText`. */
  type: string
}

export interface CodeEditorProps {
  /** Label above the editor, and its accessible name. */
  label: string
  language: 'json' | 'javascript' | 'plaintext'
  value: string
  /** Without it, the text is read-only. */
  onChange?: (value: string) => void
  onBlur?: () => void
  /** Called on Ctrl+Enter (Cmd+Enter on a Mac). */
  onSubmit?: () => void
  /** Shown below the text. */
  error?: ReactNode
  /** An error of a run, marked in the text. */
  problem?: Problem
  /** The type of the code's input, for completions. */
  inputType?: CodeInputType
  /** Shown below the text if there is no error. */
  hint?: ReactNode
  /** Called with the element that takes the focus, and with null on unmount. */
  inputRef?: (input: Focusable | null) => void
}

/** Props of an editing surface; the frame around it renders the rest. */
export interface SurfaceProps extends Omit<CodeEditorProps, 'error' | 'hint'> {
  /** Called whenever the errors in the text change. */
  onProblems?: (problems: Problem[]) => void
  invalid: boolean
  /** Id of the error or hint. */
  describedBy: string
}
