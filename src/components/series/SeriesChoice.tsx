import { Checkbox, FormControlLabel, FormGroup } from '@mui/material'
import { useState } from 'react'
import { ComboboxField } from '../combobox/ComboboxField'

const SMALL = { typography: { variant: 'body2' } } as const

interface Named {
  path: string
  label: string
}

interface SeriesChoiceProps<One, Offered> {
  /** Of the field that adds one. */
  label: string
  chosen: readonly One[]
  onChange: (chosen: One[]) => void
  /** What can be added, in its order. */
  series: readonly Offered[]
  /** What is said of one beside its path. */
  detailOf?: (one: Offered) => string
  hint: string
  /** Those that are chosen are listed elsewhere. */
  isListed?: boolean
  disabled?: boolean
  isLoading: boolean
  /** Why it is not known what can be added. */
  failure?: string | undefined
  onRetry: () => void
}

/** Chooses some of many series: those that are chosen, and a field that finds others. */
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
