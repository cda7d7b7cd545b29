import { Box, Button, Link } from '@mui/material'
import { TextInput } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { NAME_PATTERN, suggestName } from '#contract/common'
import { useConfig } from '../../config'
import type { MessageKey } from '../../i18n/translate'
import type { FieldMessages } from './resolver'
import { useTranslate } from './texts'

/** Error texts for names, beside which `NameInput` shows the rule. Rules, "Names". */
export const nameMessages = {
  name: { required: 'page.naming.required', pattern: 'page.naming.mismatch' },
} satisfies FieldMessages

/** The naming rule with a link to its explanation, unless the error already contains the rule. */
function Rule({ errorContainsRule }: Pick<NameInputProps, 'errorContainsRule'>) {
  const translate = useTranslate()
  const { naming } = useConfig().links
  const { errors } = useFormState({ name: 'name' })
  const isInError = errorContainsRule && errors.name?.type === 'invalid_format'
  if (isInError && !naming) return null
  return (
    <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
      {!isInError && <span>{translate('page.naming.rule')}</span>}{' '}
      {naming && (
        <Link href={naming} target="_blank" rel="noreferrer">
          {translate('page.naming.link')}
        </Link>
      )}
    </Box>
  )
}

/** Offers the nearest valid name while the typed one is invalid. */
function Suggestion({ prefix }: Pick<NameInputProps, 'prefix'>) {
  const translate = useTranslate()
  const { setValue, setFocus } = useFormContext()
  const typed: unknown = useWatch({ name: 'name' })
  if (typeof typed !== 'string' || typed === '' || NAME_PATTERN.test(typed)) return null
  const suggestion = suggestName(typed, prefix)
  const take = () => {
    setValue('name', suggestion, { shouldDirty: true, shouldValidate: true })
    setFocus('name')
  }
  return (
    <Box sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
      {translate('page.naming.suggestion')}
      <Button
        size="small"
        onClick={take}
        aria-label={translate('page.naming.take', { name: suggestion })}
        sx={{ minWidth: 0, py: 0, ml: 1, overflowWrap: 'anywhere', textAlign: 'left' }}
      >
        {suggestion}
      </Button>
    </Box>
  )
}

interface NameInputProps {
  label: MessageKey
  /** Prefix of the suggested name if the typed one does not begin with a letter. */
  prefix: string
  /** The error for an invalid name already contains the rule. */
  errorContainsRule?: boolean
}

/** The field `name` with the naming rule and a suggestion. Rules, "Names". */
export function NameInput({ label, prefix, errorContainsRule = false }: NameInputProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextInput source="name" label={label} helperText={false} autoComplete="off" required fullWidth />
      <Rule errorContainsRule={errorContainsRule} />
      <Suggestion prefix={prefix} />
    </Box>
  )
}
