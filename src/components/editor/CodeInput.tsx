import { useRef } from 'react'
import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import { CodeEditor } from './CodeEditor'
import type { CodeEditorProps } from './types'

type CodeInputProps = Pick<CodeEditorProps, 'label' | 'language' | 'hint' | 'problem' | 'inputType'> & {
  /** Name of the field; its value is the text. */
  source: string
}

/** A code editor as a field of the form around it, which Ctrl+Enter submits. */
export function CodeInput({ source, ...props }: CodeInputProps) {
  const { field, fieldState } = useController<Record<string, string>>({ name: source })
  const frame = useRef<HTMLDivElement>(null)
  const error = fieldState.error?.message
  return (
    <div ref={frame}>
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
