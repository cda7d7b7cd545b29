import { Autocomplete, Chip, TextField } from '@mui/material'
import type { ReactNode, Ref } from 'react'
import { useComboboxTexts } from './ComboboxField'

interface ChipsFieldProps<Of extends { id: string }> {
  label: string
  ids: readonly string[]
  onChange: (ids: string[]) => void
  onBlur?: () => void
  /** The available records, as far as they have loaded. */
  query: { data?: readonly Of[] | undefined; isPending: boolean; error: unknown }
  /** Which of them are offered; all by default. */
  isOffered?: (one: Of) => boolean
  nameOf: (one: Of) => string
  /** The name of a record that no longer exists; an ellipsis while that is unknown. */
  goneName: (id: string) => string
  /** Maximum number of chosen records. */
  max?: number
  /** Reloads the available records. */
  onOpen?: () => void
  hint?: string
  /** The error of the choice. */
  error?: ReactNode
  /** Ref of the input, which forms focus if the choice is invalid. */
  inputRef?: Ref<HTMLInputElement>
  /** Text shown if the available records could not be loaded. */
  failure: string
}

/** Selects records by name; each chosen record is a chip that can be removed. */
export function ChipsField<Of extends { id: string }>(props: ChipsFieldProps<Of>) {
  const { ids, query, nameOf, isOffered, max = Infinity } = props
  const texts = useComboboxTexts()
  const known = new Map(query.data?.map((one) => [one.id, one]))
  const isUnknown = query.isPending || Boolean(query.error)
  const nameOfId = (id: string) => {
    const one = known.get(id)
    if (one) return nameOf(one)
    return isUnknown ? '…' : props.goneName(id)
  }
  const offered = isOffered ? query.data?.filter(isOffered) : query.data
  return (
    <Autocomplete<string, true>
      multiple
      filterSelectedOptions
      options={offered?.map(({ id }) => id) ?? []}
      loading={query.isPending}
      {...texts}
      value={[...ids]}
      onOpen={props.onOpen}
      onChange={(_event, chosen) => props.onChange(chosen)}
      onBlur={props.onBlur}
      getOptionLabel={nameOfId}
      getOptionKey={(id) => id}
      getOptionDisabled={() => ids.length >= max}
      renderValue={(chosen, getItemProps) =>
        chosen.map((id, index) => {
          const { key, ...item } = getItemProps({ index })
          return <Chip key={key} {...item} size="small" label={nameOfId(id)} />
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          label={props.label}
          inputRef={props.inputRef}
          error={Boolean(query.error) || Boolean(props.error)}
          helperText={query.error ? props.failure : props.error || props.hint}
        />
      )}
    />
  )
}
