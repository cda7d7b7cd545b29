import './styleNonce'
import { loader } from '@monaco-editor/react'
import * as monaco from 'monaco-editor/editor'
// oxlint-disable-next-line import/default -- vite makes it: a class that starts the worker
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/features/json/register'
// oxlint-disable-next-line import/default -- vite makes it: a class that starts the worker
import JsonWorker from 'monaco-editor/language/json/json.worker?worker'
// oxlint-disable-next-line import/default -- vite makes it: a class that starts the worker
import ScriptWorker from 'monaco-editor/language/typescript/ts.worker?worker'
import { conf, language } from 'monaco-editor/languages/definitions/javascript/javascript'
import { palettes } from '../../theme/theme'

const WORKERS = new Map([
  ['json', JsonWorker],
  ['javascript', ScriptWorker],
])

self.MonacoEnvironment = {
  getWorker: (_id, language) => new (WORKERS.get(language) ?? EditorWorker)(),
}

/** JavaScript that is only read: in its colours, without the large worker that checks what is written. */
export const READ_JAVASCRIPT = 'javascript-read'
monaco.languages.register({ id: READ_JAVASCRIPT })
monaco.languages.setLanguageConfiguration(READ_JAVASCRIPT, conf)
monaco.languages.setMonarchTokensProvider(READ_JAVASCRIPT, language)

/** Names of the editor's themes, by the console's. */
export const THEMES = { light: 'console-light', dark: 'console-dark' } as const

for (const mode of ['light', 'dark'] as const) {
  const { background, text, primary } = palettes[mode]
  monaco.editor.defineTheme(THEMES[mode], {
    base: mode === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [],
    colors: {
      'editor.background': background.paper,
      'editor.foreground': text.primary,
      'editorLineNumber.foreground': text.secondary,
      'editorLineNumber.activeForeground': text.primary,
      'editorCursor.foreground': text.primary,
      focusBorder: primary.main,
    },
  })
}

// Without this it would be fetched from another host.
loader.config({ monaco })
