import { Editor } from '@monaco-editor/react'
import { useTheme } from '@mui/material'
import { type editor, KeyCode, KeyMod } from 'monaco-editor/editor'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslate } from '../../i18n/translate'
import { CODE_FONT, HEIGHT, LINE_HEIGHT, PADDING } from './look'
import { markProblem, problemsOf } from './marker'
import { READ_JAVASCRIPT, THEMES } from './monaco'
import { Skeleton } from './PlainSurface'
import type { Focusable, SurfaceProps } from './types'

const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  ...CODE_FONT,
  lineHeight: LINE_HEIGHT,
  padding: { top: PADDING, bottom: PADDING },
  automaticLayout: true,
  wordWrap: 'on',
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  // At its ends the wheel and the finger scroll the page.
  scrollbar: { alwaysConsumeMouseWheel: false },
  overviewRulerLanes: 0,
  lineNumbersMinChars: 3,
  // Dimmed, the number of an empty last line could not be read.
  renderFinalNewline: 'on',
  folding: false,
  renderLineHighlightOnlyWhenFocus: true,
  // What is typed over a selection takes its place.
  autoSurround: 'never',
  // Words of the same text are no help, and Enter would take them.
  quickSuggestions: false,
  suggestOnTriggerCharacters: false,
  fixedOverflowWidgets: true,
  // Code may hold any sign; a dialog of the browser would ask about some.
  unusualLineTerminators: 'off',
  tabSize: 2,
  // Tab leaves the editor, as it leaves every other input.
  tabFocusMode: true,
}

/** The language's own words are of help, where Monaco knows them. */
const SCRIPT_OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  quickSuggestions: true,
  suggestOnTriggerCharacters: true,
  wordBasedSuggestions: 'off',
}

const focusableOf = (instance: editor.IStandaloneCodeEditor): Focusable => ({
  focus: () => instance.focus(),
  goTo(lineNumber, column) {
    instance.setPosition({ lineNumber, column })
    instance.revealLineInCenterIfOutsideViewport(lineNumber)
  },
})

/** Monaco, as high as its text needs. */
export default function MonacoSurface(props: SurfaceProps) {
  const { label, language, value, onChange, onBlur, onSubmit, inputRef, invalid, describedBy } = props
  const { problem, inputType, onProblems } = props
  const readOnly = onChange === undefined
  const translate = useTranslate()
  const { palette } = useTheme()
  const [instance, setInstance] = useState<editor.IStandaloneCodeEditor | null>(null)
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
  const give = useEffectEvent((editor: typeof instance) => inputRef?.(editor && focusableOf(editor)))

  useEffect(() => {
    if (!instance) return
    const resize = () => setHeight(Math.min(HEIGHT.max, Math.max(HEIGHT.min, instance.getContentHeight())))
    resize()
    give(instance)
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
      keybindings: [KeyMod.CtrlCmd | KeyCode.Enter],
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
      // Its menus stand in this element, beside the editor, and take their colours from it.
      className="monaco-component"
      height={height}
      theme={THEMES[palette.mode]}
      language={readOnly && language === 'javascript' ? READ_JAVASCRIPT : language}
      value={value}
      // At once: a value that comes back after the next letter would take that letter away.
      onChange={(text) => flushSync(() => onChange?.(text ?? ''))}
      onValidate={(markers) => onProblems?.(problemsOf(markers))}
      onMount={setInstance}
      options={options}
      loading={<Skeleton>{value}</Skeleton>}
    />
  )
}
