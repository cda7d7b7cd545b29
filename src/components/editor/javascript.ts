import { javascriptDefaults, ScriptTarget } from 'monaco-editor/languages/features/typescript/register'
import 'monaco-editor/languages/definitions/javascript/register'

// The sandbox that runs the code knows the language and nothing of a browser.
javascriptDefaults.setCompilerOptions({
  allowJs: true,
  allowNonTsExtensions: true,
  target: ScriptTarget.ESNext,
  lib: ['es2023'],
})

// "A 'return' statement can only be used within a function body": a transformation may be that body.
javascriptDefaults.setDiagnosticsOptions({ diagnosticCodesToIgnore: [1108] })

export { declareInput } from './completion'
