export { CodeEditor, CodeInput } from './CodeEditor'
export type { CodeInputType } from './types'
