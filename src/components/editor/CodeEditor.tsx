import { Box, FormHelperText, styled } from '@mui/material'
import { Suspense, useId, useRef, useState } from 'react'
import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import { lazyPart, PartFrame } from '../lazyPart'
import { PlainSurface, Skeleton } from './PlainSurface'
import { useTranslate } from './texts'
import type { CodeEditorProps, Problem } from './types'

/** Maximum number of problems shown; one early mistake can cause many. */
const SHOWN_PROBLEMS = 5

async function loadSurface() {
  // Monaco reads its menu texts once, when it loads.
  if (document.documentElement.lang === 'cs') await import('monaco-editor/nls/lang/cs')
  return import('./MonacoSurface')
}

const MonacoSurface = lazyPart(loadSurface)

/** With the checks and completions of JavaScript, which are larger than Monaco itself. */
const ScriptSurface = lazyPart(async () => {
  const surface = await loadSurface()
  await import('./javascript')
  return surface
})

const Border = styled('div')(({ theme: { palette, shape } }) => ({
  '--accent': palette.primary.main,
  border: `1px solid ${palette.text.disabled}`,
  borderRadius: shape.borderRadius,
  backgroundColor: palette.background.paper,
  overflow: 'hidden',
  '&[data-invalid="true"]': { '--accent': palette.error.main, borderColor: palette.error.main },
  '&:focus-within': { borderColor: 'var(--accent)', outline: '1px solid var(--accent)' },
}))

/** The problems in a text, announced to screen readers as they appear. */
function Problems({ problems }: { problems: readonly Problem[] }) {
  const translate = useTranslate()
  return (
    <Box role="status" sx={{ fontSize: '0.8125rem', color: 'error.main' }}>
      {problems.slice(0, SHOWN_PROBLEMS).map(({ line, column, message }) => (
        <div key={`${line}:${column}:${message}`}>
          <span>{translate('editor.problem', { line: String(line), column: String(column) })}</span>{' '}
          <span lang="en">{message}</span>
        </div>
      ))}
    </Box>
  )
}

/**
 * A code editor: Monaco, which loads at first use, or a text area if Monaco cannot load.
 * Tab moves to the next input.
 */
export function CodeEditor({ error, hint, ...props }: CodeEditorProps) {
  const [failed, setFailed] = useState(false)
  const [problems, setProblems] = useState<Problem[]>([])
  const textId = useId()
  const invalid = Boolean(error)
  const isScript = props.language === 'javascript' && props.onChange !== undefined
  const Surface = isScript ? ScriptSurface : MonacoSurface
  const surface = { ...props, invalid, describedBy: textId }
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        aria-hidden
        sx={{ mb: 0.75, fontSize: '0.875rem', fontWeight: 500, color: invalid ? 'error.main' : undefined }}
      >
        {props.label}
      </Box>
      <Border data-invalid={invalid}>
        {failed ? (
          <PlainSurface {...surface} />
        ) : (
          <PartFrame onClose={() => setFailed(true)}>
            <Suspense fallback={<Skeleton aria-busy>{props.value}</Skeleton>}>
              <Surface {...surface} onProblems={isScript ? setProblems : undefined} />
            </Suspense>
          </PartFrame>
        )}
      </Border>
      <FormHelperText id={textId} error={invalid} role={invalid ? 'alert' : undefined} component="div">
        {error ?? hint}
      </FormHelperText>
      {isScript && <Problems problems={problems} />}
    </Box>
  )
}

type CodeInputProps = Pick<CodeEditorProps, 'label' | 'language' | 'hint' | 'problem' | 'inputType'> & {
  /** Name of the form field. */
  source: string
}

/** A code editor as a form field; Ctrl+Enter submits the form. */
export function CodeInput({ source, ...props }: CodeInputProps) {
  const { field, fieldState } = useController<Record<string, string>>({ name: source })
  const frame = useRef<HTMLDivElement>(null)
  const error = fieldState.error?.message
  return (
    <div ref={frame} data-field>
      <CodeEditor
        {...props}
        value={field.value ?? ''}
        onChange={field.onChange}
        onBlur={field.onBlur}
        onSubmit={() => frame.current?.closest('form')?.requestSubmit()}
        inputRef={field.ref}
        error={error && <ValidationError error={error} />}
      />
    </div>
  )
}
