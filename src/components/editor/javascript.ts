import { javascriptDefaults, ScriptTarget } from 'monaco-editor/languages/features/typescript/register'
import 'monaco-editor/languages/definitions/javascript/register'

// The sandbox that runs the code knows the language and nothing of a browser.
javascriptDefaults.setCompilerOptions({
  allowJs: true,
  allowNonTsExtensions: true,
  target: ScriptTarget.ESNext,
  lib: ['es2023'],
})

export { declareInput } from './completion'
