import { editor, languages, Range, Uri } from 'monaco-editor/editor'
import {
  getJavaScriptWorker,
  javascriptDefaults,
  ScriptTarget,
} from 'monaco-editor/languages/features/typescript/register'
import 'monaco-editor/languages/definitions/javascript/register'
import type { CodeInputType } from './types'

// The sandbox that runs the code has only the language, no browser APIs.
javascriptDefaults.setCompilerOptions({
  allowJs: true,
  allowNonTsExtensions: true,
  target: ScriptTarget.ESNext,
  lib: ['es2023'],
})

// "A 'return' statement can only be used within a function body": a transformation may be such a body.
javascriptDefaults.setDiagnosticsOptions({ diagnosticCodesToIgnore: [1108] })

const { CompletionItemKind } = languages
const KINDS = new Map([
  ['keyword', CompletionItemKind.Keyword],
  ['method', CompletionItemKind.Method],
  ['function', CompletionItemKind.Function],
  ['local function', CompletionItemKind.Function],
  ['parameter', CompletionItemKind.Variable],
  ['const', CompletionItemKind.Variable],
  ['let', CompletionItemKind.Variable],
  ['var', CompletionItemKind.Variable],
])
/** Completion kind of words that the language does not know. */
const UNKNOWN = 'warning'

/** `main` up to the opening bracket of its parameters. */
const MAIN = /(?:function\s+main\s*|\bmain\s*=\s*(?:function\s*)?)\(/
const ANNOTATION = '/** @type {Input} */ '

/**
 * JavaScript parameters have no types. Completions therefore come from a copy of the text, in which the parameter of
 * `main` has the type that `declareInput` declares.
 */
const copy = editor.createModel('', 'plaintext', Uri.parse('inmemory://completion/copy.js'))

/** Updates the copy; returns the offset in it for an offset in the text. */
function copyOf(text: string, offset: number): number {
  const found = MAIN.exec(text)
  const start = found ? found.index + found[0].length : 0
  copy.setValue(found ? text.slice(0, start) + ANNOTATION + text.slice(start) : text)
  return found && offset >= start ? offset + ANNOTATION.length : offset
}

/** Declares the type of the input until disposed; the copy refers to it for `main`. */
export const declareInput = ({ entry, type }: CodeInputType) =>
  javascriptDefaults.addExtraLib(
    entry === 'main' ? `type Input = ${type}` : `declare var message: ${type}`,
    'ts:input.d.ts',
  )

// Completions come from the provider below, which uses the copy.
javascriptDefaults.setModeConfiguration({ ...javascriptDefaults.modeConfiguration, completionItems: false })

languages.registerCompletionItemProvider('javascript', {
  triggerCharacters: ['.'],
  async provideCompletionItems(model, position) {
    const offset = copyOf(model.getValue(), model.getOffsetAt(position))
    const ask = await getJavaScriptWorker()
    const worker = await ask(copy.uri)
    const info: { entries: readonly Record<'name' | 'kind' | 'sortText', string>[] } | undefined =
      await worker.getCompletionsAtPosition(copy.uri.toString(), offset)
    if (!info || model.isDisposed()) return null
    const { startColumn, endColumn } = model.getWordUntilPosition(position)
    const range = new Range(position.lineNumber, startColumn, position.lineNumber, endColumn)
    return {
      suggestions: info.entries
        .filter(({ kind }) => kind !== UNKNOWN)
        .map(({ name, kind, sortText }) => ({
          label: name,
          insertText: name,
          sortText,
          kind: KINDS.get(kind) ?? CompletionItemKind.Field,
          range,
        })),
    }
  },
})
