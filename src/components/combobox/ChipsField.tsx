import { Autocomplete, Chip, TextField } from '@mui/material'
import type { ReactNode, Ref } from 'react'
import { useComboboxTexts } from './ComboboxField'

interface ChipsFieldProps<Of extends { id: string }> {
  label: string
  ids: readonly string[]
  onChange: (ids: string[]) => void
  onBlur?: () => void
  /** What there is to choose from, as far as it is known. */
  query: { data?: readonly Of[] | undefined; isPending: boolean; error: unknown }
  /** Of them, those that are offered; all unless given. */
  isOffered?: (one: Of) => boolean
  nameOf: (one: Of) => string
  /** What one is called that is not there; three dots while that is not known. */
  goneName: (id: string) => string
  /** Most that can be chosen. */
  max?: number
  /** Looks again at what there is. */
  onOpen?: () => void
  hint?: string
  /** What is wrong with the choice. */
  error?: ReactNode
  /** Of the input: where a form leads to when the choice is wrong. */
  inputRef?: Ref<HTMLInputElement>
  /** What it says where the choices could not be read. */
  failure: string
}

/** Chooses records by their names; each that is chosen is a chip, with a way to take it out. */
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
