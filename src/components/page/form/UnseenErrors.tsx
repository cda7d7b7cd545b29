import { Alert, Box } from '@mui/material'
import { useEffect, useRef } from 'react'
import { ValidationError } from 'react-admin'
import { type FieldError, useFormState } from 'react-hook-form'
import { useTranslate } from '../../../i18n/translate'

interface UnseenError {
  /** Path of the field in the form. */
  field: string
  error: string
}

const isFieldError = (node: object): node is FieldError => 'type' in node && typeof node.type === 'string'

/** Errors at fields that no input has registered, so that none can show them. */
function unseenIn(node: object, path: readonly string[] = []): UnseenError[] {
  if (isFieldError(node)) return node.ref ? [] : [{ field: path.join('.'), error: node.message ?? '' }]
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) =>
    typeof child === 'object' && child ? unseenIn(child, [...path, key]) : [],
  )
}

/** Names the fields that prevent the form around it from being sent and have no input in it. */
export function UnseenErrors() {
  const translate = useTranslate()
  const { errors, submitCount } = useFormState()
  const alert = useRef<HTMLDivElement>(null)
  const unseen = unseenIn(errors)
  const isShown = unseen.length > 0

  useEffect(() => {
    if (isShown && submitCount > 0) alert.current?.focus()
  }, [isShown, submitCount])

  if (!isShown) return null
  return (
    <Alert ref={alert} severity="error" tabIndex={-1} sx={{ mb: 3 }}>
      {translate('page.errors.unseen')}
      {unseen.map(({ field, error }) => (
        <Box key={field} sx={{ overflowWrap: 'anywhere' }}>
          {field}: <ValidationError error={error} />
        </Box>
      ))}
    </Alert>
  )
}
