import { Box, Button, Link } from '@mui/material'
import { TextInput, useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { NAME_PATTERN, suggestName } from '#contract/common'
import type { FieldMessages } from '../../components/page/form'
import { useConfig } from '../../config'

/** Error texts of a space's name. Spec 1, section 5. */
export const nameMessages: FieldMessages = {
  name: { required: 'spaces.errors.nameRequired', pattern: 'spaces.errors.namePattern' },
}

/** The naming rule, or where it is explained. */
function Rule() {
  const translate = useTranslate()
  const { naming } = useConfig().links
  if (!naming) return translate('spaces.naming.rule')
  return (
    <Link href={naming} target="_blank" rel="noreferrer">
      {translate('spaces.naming.link')}
    </Link>
  )
}

/** Offers the nearest valid name while what is typed is none. */
function Suggestion() {
  const translate = useTranslate()
  const { setValue, setFocus } = useFormContext()
  const typed: unknown = useWatch({ name: 'name' })
  if (typeof typed !== 'string' || typed === '' || NAME_PATTERN.test(typed)) return null
  const suggestion = suggestName(typed)
  const take = () => {
    setValue('name', suggestion, { shouldDirty: true, shouldValidate: true })
    setFocus('name')
  }
  return (
    <Box sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
      {translate('spaces.naming.suggestion')}{' '}
      <Button
        size="small"
        onClick={take}
        aria-label={translate('spaces.naming.take', { name: suggestion })}
        sx={{ minWidth: 0, py: 0, overflowWrap: 'anywhere', textAlign: 'left' }}
      >
        {suggestion}
      </Button>
    </Box>
  )
}

/** Name of a space with its rule and a suggestion. Spec 1, section 5. */
export function SpaceNameInput() {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextInput source="name" label="spaces.fields.name" helperText={false} autoComplete="off" fullWidth />
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        <Rule />
      </Box>
      <Suggestion />
    </Box>
  )
}
