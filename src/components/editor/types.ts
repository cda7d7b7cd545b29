import type { ReactNode } from 'react'
import type { Entry } from '#sandbox'

/** What a person can write here, with colours and checks of its own. */
export type CodeLanguage = 'json' | 'javascript' | 'plaintext'

/** What takes the focus when a form finds an error here. */
export interface Focusable {
  focus: () => void
  /** Shows a place of the text and takes the cursor there. Both numbers begin with 1. A plain text area cannot. */
  goTo?: (line: number, column: number) => void
}

/** A mistake that the editor found in the text. Both numbers begin with 1. */
export interface Problem {
  line: number
  column: number
  /** In English: the language's own words. */
  message: string
}

/** What code is given, for its completions. */
export interface CodeInputType {
  /** How it is given: `main` as its first parameter, `body` as `message`. */
  entry: Entry
  /** TypeScript's type of it: see `typeText`. */
  type: string
}

export interface CodeEditorProps {
  /** Name of the editor, shown above it. */
  label: string
  language: CodeLanguage
  value: string
  /** Without it the text can only be read. */
  onChange?: (value: string) => void
  onBlur?: () => void
  /** What Ctrl+Enter does (on a Mac, Cmd+Enter). */
  onSubmit?: () => void
  /** What is wrong with the text; shown below it. */
  error?: ReactNode
  /** A mistake that showed when the text was run; marked in it. */
  problem?: Problem
  /** What the code is given: completions know it. */
  inputType?: CodeInputType
  /** Shown below while nothing is wrong. */
  hint?: ReactNode
  /** Is given what takes the focus, and null when it is gone. */
  inputRef?: (input: Focusable | null) => void
}

/** What the editing surface itself takes; the frame around it shows the rest. */
export interface SurfaceProps extends Omit<CodeEditorProps, 'error' | 'hint'> {
  /** Is given the mistakes in the text whenever they change. */
  onProblems?: (problems: Problem[]) => void
  invalid: boolean
  /** Id of the text that describes it. */
  describedBy: string
}
