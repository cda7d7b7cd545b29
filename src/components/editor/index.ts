export { CodeEditor } from './CodeEditor'
export { CodeInput } from './CodeInput'
export type { CodeEditorProps, CodeInputType, CodeLanguage, Problem } from './types'
