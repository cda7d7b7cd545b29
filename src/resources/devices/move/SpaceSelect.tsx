import { useState } from 'react'
import { ComboboxField } from '../../../components/combobox/ComboboxField'
import { SpaceAvatar } from '../../../components/SpaceAvatar'
import { useTranslate } from './texts'
import { type SpaceChoice, useSpaceChoices } from './useSpaces'

interface SpaceSelectProps {
  value: SpaceChoice | null
  onChange: (space: SpaceChoice | null) => void
  disabled: boolean
}

/** Selects the space that a device is moved to. */
export function SpaceSelect({ value, onChange, disabled }: SpaceSelectProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const { spaces = [], hasNone, searches, isLoading, error, refetch } = useSpaceChoices(typed)
  return (
    <ComboboxField<SpaceChoice>
      label={translate('devices.move.space')}
      isRequired
      value={value}
      onChange={onChange}
      onClear={() => onChange(null)}
      onType={setTyped}
      choices={spaces}
      // A space found by its owner does not have the text in its name.
      isSearched={searches}
      detailOf={({ owner }) => owner}
      renderIcon={({ name }) => <SpaceAvatar name={name} size={24} />}
      isLoading={isLoading}
      failure={error ? translate('devices.move.spacesNotFound') : undefined}
      onRetry={() => void refetch()}
      hint={hasNone ? translate('devices.move.noSpaces') : !searches && translate('devices.move.spaceHint')}
      disabled={disabled}
    />
  )
}
