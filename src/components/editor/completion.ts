import { editor, languages, Range, Uri } from 'monaco-editor/editor'
import { getJavaScriptWorker, javascriptDefaults } from 'monaco-editor/languages/features/typescript/register'
import type { CodeInputType } from './types'

/** What the language says of one completion. */
interface Entry {
  name: string
  kind: string
  sortText: string
}

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
/** Words of the text of which the language knows nothing. */
const UNKNOWN = 'warning'

/** The opening bracket of the parameters of `main`. */
const MAIN = /(?:function\s+main\s*|\bmain\s*=\s*(?:function\s*)?)\(/
const ANNOTATION = '/** @type {Input} */ '

/**
 * JavaScript gives parameters no types, so the language is asked about a copy in which `main` has one: the type that
 * `declareInput` declares.
 */
const copy = editor.createModel('', 'plaintext', Uri.parse('inmemory://completion/copy.js'))

/** Copies a text, and answers where a place of it is in the copy. */
function copyOf(text: string, offset: number): number {
  const found = MAIN.exec(text)
  const start = found ? found.index + found[0].length : 0
  copy.setValue(found ? text.slice(0, start) + ANNOTATION + text.slice(start) : text)
  return found && offset >= start ? offset + ANNOTATION.length : offset
}

/** How the type of what code is given is declared: for `main` the copy names it. */
const DECLARATIONS = {
  main: (type: string) => `type Input = ${type}`,
  body: (type: string) => `declare var message: ${type}`,
}

/** Declares the type of what code is given, until it is disposed of. */
export const declareInput = ({ entry, type }: CodeInputType) =>
  javascriptDefaults.addExtraLib(DECLARATIONS[entry](type), 'ts:input.d.ts')

// The copy takes the place of the text for completions only.
javascriptDefaults.setModeConfiguration({ ...javascriptDefaults.modeConfiguration, completionItems: false })

languages.registerCompletionItemProvider('javascript', {
  triggerCharacters: ['.'],
  async provideCompletionItems(model, position) {
    const offset = copyOf(model.getValue(), model.getOffsetAt(position))
    const ask = await getJavaScriptWorker()
    const worker = await ask(copy.uri)
    const info: { entries: readonly Entry[] } | undefined = await worker.getCompletionsAtPosition(
      copy.uri.toString(),
      offset,
    )
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
