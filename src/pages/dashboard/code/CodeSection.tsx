import RunIcon from '@mui/icons-material/PlayArrow'
import { Button, Stack } from '@mui/material'
import { type RefObject, useState } from 'react'
import { byteLength } from '#contract/common'
import { TRANSFORMATION_MAX_BYTES, unknownFailure } from '#contract/connectors'
import type { ScriptError } from '#sandbox'
import { CodeEditor, type CodeInputType } from '../../../components/editor'
import type { Focusable } from '../../../components/editor/types'
import { useFailureText } from '../../../components/failure/useFailureText'
import { ConfirmDialog, Outline, Section, useCopy } from '../../../components/page'
import { useHasKeys } from '../../../components/shortcuts/useShortcut'
import { msg, useTranslate } from '../texts'
import { linkOf } from './link'

interface CodeSectionProps {
  /** Undefined while it loads. */
  source: string | undefined
  /** The first error of the last run. */
  error: ScriptError | undefined
  /** Type of the code's input; undefined without messages. */
  inputType: CodeInputType | undefined
  /** Whether the code differs from the standard code. */
  canReset: boolean
  inputRef: RefObject<Focusable | null>
  onChange: (source: string) => void
  onRun: () => void
  onReset: () => void
}

/** The editor of the transformation, with its actions. */
export function CodeSection({
  source,
  error,
  inputType,
  canReset,
  inputRef,
  onChange,
  onRun,
  onReset,
}: CodeSectionProps) {
  const translate = useTranslate()
  const failureText = useFailureText()
  const hasKeys = useHasKeys()
  const hint = translate('dashboard.code.hint')
  const copy = useCopy()
  const [asksReset, setAsksReset] = useState(false)
  const isTooLong = source !== undefined && byteLength(source) > TRANSFORMATION_MAX_BYTES
  const share = () => {
    const link = source === undefined ? null : linkOf(window.location.href, source)
    if (link !== null) void copy(link, msg('dashboard.code.shared'))
  }
  const reset = () => {
    setAsksReset(false)
    onReset()
  }
  return (
    <Section
      title={translate('dashboard.code.title')}
      actions={
        <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
          <Button disabled={!canReset} onClick={() => setAsksReset(true)}>
            {translate('dashboard.code.reset')}
          </Button>
          <Button disabled={source === undefined || isTooLong} onClick={share}>
            {translate('dashboard.code.share')}
          </Button>
          <Button variant="contained" startIcon={<RunIcon />} disabled={source === undefined} onClick={onRun}>
            {translate('dashboard.code.run')}
          </Button>
        </Stack>
      }
    >
      {source === undefined ? (
        <Outline height={240} />
      ) : (
        <CodeEditor
          label={translate('dashboard.code.label')}
          language="javascript"
          value={source}
          onChange={onChange}
          onSubmit={onRun}
          inputType={inputType}
          inputRef={(input) => {
            inputRef.current = input
          }}
          problem={
            error?.line === undefined
              ? undefined
              : {
                  line: error.line,
                  column: error.column ?? 1,
                  message: `${error.name}: ${failureText(error.reason ?? unknownFailure(error.message))}`,
                }
          }
          error={isTooLong && translate('dashboard.code.tooLong')}
          hint={hasKeys ? `${hint} ${translate('dashboard.code.keysHint')}` : hint}
        />
      )}
      <ConfirmDialog
        open={asksReset}
        title={translate('dashboard.code.resetTitle')}
        confirmLabel={translate('dashboard.code.reset')}
        onConfirm={reset}
        onClose={() => setAsksReset(false)}
      >
        {translate('dashboard.code.resetText')}
      </ConfirmDialog>
    </Section>
  )
}
