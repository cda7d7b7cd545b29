import type { SxProps } from '@mui/material'
import { type ReactNode, type Ref, useState } from 'react'
import { LIST_FILTERS_CAPABILITY } from '#contract/common'
import type { Device } from '#contract/devices'
import { useCapability } from '../../config'
import { useTranslate } from '../../i18n/translate'
import { ComboboxField } from '../combobox/ComboboxField'
import { useRested } from '../useRested'
import { ANY_DEVICE, type DeviceScope, useDevices } from './useDevices'

const DIGITS = /^\d+$/

/**
 * Searches for devices on the server by a part of the name, or of the serial number if the text is a number. Large
 * spaces do not load all devices. Rules, "Devices".
 */
function useDeviceSearch(scope: DeviceScope, typed: string) {
  const wanted = typed.trim()
  const text = useRested(wanted)
  const byName = useDevices(scope, text ? { name: text } : null)
  const hasFilter = useCapability(LIST_FILTERS_CAPABILITY)
  const bySerial = useDevices(scope, hasFilter && DIGITS.test(text) ? { serial_number: text } : null)
  return {
    searches: text === wanted ? [byName, bySerial] : [],
    found: [...byName.devices, ...bySerial.devices],
    isSearching: text !== wanted || byName.isLoading || bySerial.isLoading,
  }
}

interface DeviceSelectProps {
  label: string
  value: Device | null
  /** Without it, the choice cannot be cleared. */
  onClear?: () => void
  onChange: (device: Device) => void
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement>
  /** The devices to choose from; all devices of the space by default. */
  scope?: DeviceScope
  hint?: string
  /** The error of the choice. */
  error?: ReactNode
  /** The chosen device itself is loading. */
  isLoading?: boolean
  /** See `ComboboxField`. */
  isFilter?: boolean
  isAtOnce?: boolean
  sx?: SxProps
}

/** Selects a device by name or serial number. Devices load when the list opens; loaded ones are found at once. */
export function DeviceSelect({ scope = ANY_DEVICE, isLoading, ...field }: DeviceSelectProps) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const first = useDevices(scope, isOpen ? {} : null)
  const { searches, found, isSearching } = useDeviceSearch(scope, typed)
  const failed = [first, ...searches].filter(({ error }) => error !== null)
  return (
    <ComboboxField<Device>
      {...field}
      choices={[...first.devices, ...found]}
      detailOf={({ serial_number }) => serial_number}
      isLoading={first.isLoading || isSearching || Boolean(isLoading)}
      failure={failed.length > 0 ? translate('page.devicesNotFound') : undefined}
      onRetry={() => {
        for (const { refetch } of failed) void refetch()
      }}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onType={setTyped}
    />
  )
}
