import { Checkbox, FormControlLabel, FormGroup } from '@mui/material'
import { useState } from 'react'
import { ComboboxField } from '../combobox/ComboboxField'

const SMALL = { typography: { variant: 'body2' } } as const

interface Named {
  path: string
  label: string
}

interface SeriesChoiceProps<One, Offered> {
  /** Label of the field that adds a series. */
  label: string
  chosen: readonly One[]
  onChange: (chosen: One[]) => void
  /** The available series, in order. */
  series: readonly Offered[]
  /** Further details of a series, beside its path. */
  detailOf?: (one: Offered) => string
  hint: string
  /** Chosen series are listed elsewhere. */
  isListed?: boolean
  disabled?: boolean
  isLoading: boolean
  /** Why the available series could not be loaded. */
  failure?: string | undefined
  onRetry: () => void
}

/** Selects series: the chosen ones, and a field that finds others. */
export function SeriesChoice<One extends Named, Offered extends One>({
  label,
  chosen,
  onChange,
  series,
  detailOf,
  failure,
  isListed = false,
  ...props
}: SeriesChoiceProps<One, Offered>) {
  const [typed, setTyped] = useState('')
  return (
    <>
      {!isListed && (
        <FormGroup sx={{ mb: 1.5 }}>
          {chosen.map((one) => (
            <FormControlLabel
              key={one.path}
              title={one.path}
              slotProps={SMALL}
              label={one.label}
              control={
                <Checkbox
                  size="small"
                  checked
                  onChange={() => onChange(chosen.filter(({ path }) => path !== one.path))}
                />
              }
            />
          ))}
        </FormGroup>
      )}
      <ComboboxField
        label={label}
        value={null}
        onChange={({ one }) => onChange([...chosen, one])}
        typed={typed}
        onType={setTyped}
        choices={series
          .filter(({ path }) => chosen.every((other) => other.path !== path))
          .map((one) => ({ id: one.path, name: one.label, one }))}
        detailOf={({ id, name, one }) =>
          [...(id === name ? [] : [id]), ...(detailOf ? [detailOf(one)] : [])].join(' · ')
        }
        {...(failure !== undefined && { failure })}
        {...props}
      />
    </>
  )
}
