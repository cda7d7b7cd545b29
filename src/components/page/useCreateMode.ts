import { useAddressMode } from './useAddressMode'

/** Whether the create dialog is open, mirrored by `?create=true`. What was created takes the place of that step. */
export function useCreateMode() {
  const { isOn, start, stop } = useAddressMode('create')
  return { creating: isOn, startCreating: start, stopCreating: stop }
}
