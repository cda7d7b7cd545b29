import { Box, Chip } from '@mui/material'
import { type Ref, useState } from 'react'
import { ValidationError } from 'react-admin'
import { useGetMany } from '../../../dataProvider/queries'
import { DeviceSelect } from '../../devices/DeviceSelect'
import { useTranslate } from '../texts'

interface DeviceChipsProps {
  /** The ids of the devices, as `useController` has them. */
  field: {
    value: readonly string[]
    onChange: (ids: string[]) => void
    onBlur: () => void
    ref: Ref<HTMLInputElement>
  }
  error: string | undefined
}

/** Chosen devices by name, each removable, and an input that adds another one. */
export function DeviceChips({ field, error }: DeviceChipsProps) {
  const translate = useTranslate()
  const { value: ids, onChange } = field
  // Names of devices chosen here are known; others are read.
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const unknown = ids.filter((id) => !chosen.has(id))
  const { data } = useGetMany(
    'devices',
    { ids: unknown },
    { enabled: unknown.length > 0, onError: () => undefined },
  )
  const nameOf = (id: string) => chosen.get(id) ?? data?.find((one) => one?.id === id)?.name ?? id
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {ids.length > 0 && (
        <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
          {ids.map((id) => (
            <li key={id}>
              <Chip
                label={nameOf(id)}
                // As high as a finger needs it.
                sx={{ height: 40, borderRadius: 5 }}
                slotProps={{ root: { tabIndex: 0 } }}
                aria-label={translate('alerts.scope.removeDevice', { name: nameOf(id) })}
                onDelete={() => onChange(ids.filter((other) => other !== id))}
              />
            </li>
          ))}
        </Box>
      )}
      <DeviceSelect
        // Resets the input after each choice.
        key={ids.length}
        label={translate('alerts.scope.addDevice')}
        value={null}
        onChange={({ id, name }) => {
          setChosen(new Map([...chosen, [id, name]]))
          if (!ids.includes(id)) onChange([...ids, id])
        }}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={error && <ValidationError error={error} />}
      />
    </Box>
  )
}
