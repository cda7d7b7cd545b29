import { useTranslate } from './texts'
import './styleNonce'
import { Editor, loader } from '@monaco-editor/react'
import { useTheme } from '@mui/material'
import * as monaco from 'monaco-editor/editor'
// oxlint-disable-next-line import/default -- Vite generates the export: a class that starts the worker
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/features/json/register'
// oxlint-disable-next-line import/default -- Vite generates the export: a class that starts the worker
import JsonWorker from 'monaco-editor/language/json/json.worker?worker'
// oxlint-disable-next-line import/default -- Vite generates the export: a class that starts the worker
import ScriptWorker from 'monaco-editor/language/typescript/ts.worker?worker'
import { conf, language as javascript } from 'monaco-editor/languages/definitions/javascript/javascript'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Brand } from '#contract/config/brand'
import { useBrand } from '../../theme'
import { palettes } from '../../theme/palette'
import { CODE_FONT, HEIGHT, LINE_HEIGHT, PADDING, Skeleton } from './PlainSurface'
import type { Focusable, Problem, SurfaceProps } from './types'

type CodeEditor = monaco.editor.IStandaloneCodeEditor
type Options = monaco.editor.IStandaloneEditorConstructionOptions

const WORKERS = new Map([
  ['json', JsonWorker],
  ['javascript', ScriptWorker],
])

self.MonacoEnvironment = {
  getWorker: (_id, language) => new (WORKERS.get(language) ?? EditorWorker)(),
}

/** Read-only JavaScript: syntax colours without the large worker that checks code. */
const READ_JAVASCRIPT = 'javascript-read'
monaco.languages.register({ id: READ_JAVASCRIPT })
monaco.languages.setLanguageConfiguration(READ_JAVASCRIPT, conf)
monaco.languages.setMonarchTokensProvider(READ_JAVASCRIPT, javascript)

/** Defines editor themes from the console's colours. */
function defineThemes(brand: Brand) {
  for (const mode of ['light', 'dark'] as const) {
    const { background, text, edge } = palettes[mode]
    monaco.editor.defineTheme(`console-${mode}`, {
      base: mode === 'dark' ? 'vs-dark' : 'vs',
      inherit: true,
      // Monaco's own colour is hard to read on our background.
      rules: [{ token: 'comment', foreground: text.code.slice(1) }],
      colors: {
        'editor.background': background.paper,
        'editor.foreground': text.primary,
        'editorLineNumber.foreground': text.secondary,
        'editorLineNumber.activeForeground': text.primary,
        'editorCursor.foreground': text.primary,
        'editorWidget.background': background.raised,
        'editorWidget.border': edge,
        'editorHoverWidget.background': background.raised,
        'editorHoverWidget.border': edge,
        'editorSuggestWidget.background': background.raised,
        'editorSuggestWidget.border': edge,
        'menu.background': background.raised,
        'menu.border': edge,
        focusBorder: brand[mode].main,
      },
    })
  }
}

// Otherwise the loader fetches Monaco from another host.
loader.config({ monaco })

/** Owner of the marker for a failed run. */
const RUN = 'run'

/** Marks the line of a failed run from its column on; without a problem, removes the mark. */
function markProblem(model: monaco.editor.ITextModel, problem: Problem | undefined) {
  const line = Math.min(problem?.line ?? 1, model.getLineCount())
  const place = { startLineNumber: line, endLineNumber: line, endColumn: model.getLineMaxColumn(line) }
  const severity = monaco.MarkerSeverity.Error
  const markers = problem
    ? [{ ...place, startColumn: problem.column, message: problem.message, severity }]
    : []
  monaco.editor.setModelMarkers(model, RUN, markers)
}

/** Errors among the markers of a text: those of the language, else that of a run. */
function problemsOf(markers: readonly monaco.editor.IMarker[]): Problem[] {
  const errors = markers.filter(({ severity }) => severity === monaco.MarkerSeverity.Error)
  const ofLanguage = errors.filter(({ owner }) => owner !== RUN)
  return (ofLanguage.length > 0 ? ofLanguage : errors).map(
    ({ startLineNumber: line, startColumn: column, message }) => ({ line, column, message }),
  )
}

const OPTIONS: Options = {
  ...CODE_FONT,
  lineHeight: LINE_HEIGHT,
  padding: { top: PADDING, bottom: PADDING },
  automaticLayout: true,
  wordWrap: 'on',
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  // At the ends of the text, scrolling moves the page.
  scrollbar: { alwaysConsumeMouseWheel: false },
  overviewRulerLanes: 0,
  lineNumbersMinChars: 3,
  // By default, the number of an empty last line is too dim to read.
  renderFinalNewline: 'on',
  folding: false,
  renderLineHighlightOnlyWhenFocus: true,
  // Otherwise a bracket typed over a selection would surround it.
  autoSurround: 'never',
  // Words from the same text are no help, and Enter would insert them.
  quickSuggestions: false,
  suggestOnTriggerCharacters: false,
  fixedOverflowWidgets: true,
  // Otherwise a dialog asks about rare line breaks.
  unusualLineTerminators: 'off',
  tabSize: 2,
  // Tab moves to the next input.
  tabFocusMode: true,
}

/** Completions of the language are helpful. */
const SCRIPT_OPTIONS: Options = {
  quickSuggestions: true,
  suggestOnTriggerCharacters: true,
  wordBasedSuggestions: 'off',
}

/** Monaco, as high as its text. */
export default function MonacoSurface(props: SurfaceProps) {
  const { label, language, value, onChange, onBlur, onSubmit, inputRef, invalid, describedBy } = props
  const { problem, inputType, onProblems } = props
  const readOnly = onChange === undefined
  const translate = useTranslate()
  const { palette } = useTheme()
  const brand = useBrand()
  const [instance, setInstance] = useState<CodeEditor | null>(null)
  const [height, setHeight] = useState<number>(HEIGHT.min)
  const submitLabel = translate('editor.submit')
  const options = useMemo(
    () => ({
      ...OPTIONS,
      ...(language === 'javascript' && SCRIPT_OPTIONS),
      ariaLabel: label,
      readOnly,
      domReadOnly: readOnly,
    }),
    [label, language, readOnly],
  )

  const blur = useEffectEvent(() => onBlur?.())
  const submit = useEffectEvent(() => onSubmit?.())
  const give = useEffectEvent((focusable: Focusable | null) => inputRef?.(focusable))

  useEffect(() => {
    if (!instance) return
    const resize = () => setHeight(Math.min(HEIGHT.max, Math.max(HEIGHT.min, instance.getContentHeight())))
    resize()
    give({
      focus: () => instance.focus(),
      goTo(lineNumber, column) {
        instance.setPosition({ lineNumber, column })
        instance.revealLineInCenterIfOutsideViewport(lineNumber)
      },
    })
    const watched = [instance.onDidContentSizeChange(resize), instance.onDidBlurEditorWidget(() => blur())]
    return () => {
      for (const listener of watched) listener.dispose()
      give(null)
    }
  }, [instance])

  const submits = onSubmit !== undefined
  useEffect(() => {
    if (!instance || !submits) return
    const action = instance.addAction({
      id: 'console.submit',
      label: submitLabel,
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter],
      run: () => submit(),
    })
    return () => action.dispose()
  }, [instance, submits, submitLabel])

  useEffect(() => {
    const input = instance?.getDomNode()?.querySelector('[role="textbox"], textarea')
    input?.setAttribute('aria-invalid', String(invalid))
    input?.setAttribute('aria-describedby', describedBy)
  }, [instance, invalid, describedBy])

  useEffect(() => {
    const model = instance?.getModel()
    if (model) markProblem(model, problem)
  }, [instance, problem])

  useEffect(() => {
    if (inputType === undefined) return undefined
    const declared = import('./javascript').then(({ declareInput }) => declareInput(inputType))
    return () => void declared.then((library) => library.dispose())
  }, [inputType])

  return (
    <Editor
      // Monaco's menus take their colours from this element, in which they lie beside the editor.
      className="monaco-component"
      height={height}
      theme={`console-${palette.mode}`}
      language={readOnly && language === 'javascript' ? READ_JAVASCRIPT : language}
      value={value}
      // Synchronous: a value that arrives after the next keystroke would undo it.
      onChange={(text) => flushSync(() => onChange?.(text ?? ''))}
      onValidate={(markers) => onProblems?.(problemsOf(markers))}
      beforeMount={() => defineThemes(brand)}
      onMount={setInstance}
      options={options}
      loading={<Skeleton>{value}</Skeleton>}
    />
  )
}
