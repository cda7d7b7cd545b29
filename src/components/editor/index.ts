export { CodeEditor } from './CodeEditor'
export { CodeInput } from './CodeInput'
export type { CodeEditorProps, CodeLanguage, Problem } from './types'
