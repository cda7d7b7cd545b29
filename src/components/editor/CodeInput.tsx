import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import { CodeEditor } from './CodeEditor'
import type { CodeEditorProps } from './types'

type CodeInputProps = Pick<CodeEditorProps, 'label' | 'language' | 'hint' | 'onSubmit'> & {
  /** Name of the field; its value is the text. */
  source: string
}

/** A code editor as a field of the form around it. */
export function CodeInput({ source, ...props }: CodeInputProps) {
  const { field, fieldState } = useController<Record<string, string>>({ name: source })
  const error = fieldState.error?.message
  return (
    <CodeEditor
      {...props}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error && <ValidationError error={error} />}
    />
  )
}
