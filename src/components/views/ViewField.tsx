import { Typography } from '@mui/material'
import type { ReactNode, Ref } from 'react'
import { ComboboxField } from '../combobox/ComboboxField'
import { useTranslate } from './texts'
import { useViews } from './useViews'

interface ViewFieldProps {
  /** The id of the chosen view; null for none. */
  value: string | null
  onChange: (id: string | null) => void
  onBlur: () => void
  inputRef: Ref<HTMLInputElement>
  error: ReactNode
  /** The devices are found once, at the start of a roll-out. */
  isOnce?: boolean
}

/** Selects a shared view of devices, and says when its devices are found. */
export function ViewField({ value, onChange, onBlur, inputRef, error, isOnce = false }: ViewFieldProps) {
  const translate = useTranslate()
  const { views, isError, isFetching, refetch } = useViews()
  const offered = views?.filter(({ list, shared }) => list === 'devices' && shared) ?? []
  const chosen = offered.find(({ id }) => id === value)
  // A deleted view stays until somebody chooses another one.
  const gone = views && value !== null ? { id: value, name: translate('views.scope.deleted') } : null
  if (views && offered.length === 0 && value === null)
    return (
      <Typography variant="body2" color="text.secondary">
        {translate('views.scope.none')}
      </Typography>
    )
  return (
    <ComboboxField<{ id: string; name: string }>
      label={translate('views.scope.label')}
      value={chosen ?? gone}
      onChange={({ id }) => onChange(id)}
      onClear={() => onChange(null)}
      onBlur={onBlur}
      inputRef={inputRef}
      onType={() => undefined}
      choices={offered}
      detailOf={() => null}
      isLoading={isFetching && !views}
      {...(isError && !views && { failure: translate('views.scope.failed') })}
      onRetry={() => void refetch()}
      hint={translate(isOnce ? 'views.scope.rolloutHint' : 'views.scope.hint')}
      error={error}
    />
  )
}
