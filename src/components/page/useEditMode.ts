import { useAddressMode } from './useAddressMode'

/** View or edit, mirrored by `?edit=true`. Spec 1, section 4. */
export function useEditMode() {
  const { isOn, start, stop } = useAddressMode('edit')
  return { editing: isOn, startEditing: start, stopEditing: stop }
}
