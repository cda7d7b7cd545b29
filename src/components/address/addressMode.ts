import { useNavigate, useSearchParams } from 'react-router-dom'
import { setParameter, useCurrentAddress } from './currentAddress'

const openedHere = (state: unknown, name: string) =>
  typeof state === 'object' && state !== null && 'opened' in state && state.opened === name

/** History entries that are being left, so that a double click goes back only once. */
const left = new WeakSet<object>()

/**
 * A mode of the page, stored as `?{name}=true` or another value; other query parameters stay.
 * Starting adds a history entry, so Back leaves the mode; stopping removes that entry.
 * @param own parameters that belong to the mode and are removed with it
 */
function useAddressMode(
  name: 'create' | 'edit' | 'import' | 'compare' | 'acknowledge' | 'peek' | 'scan',
  own: readonly string[] = [],
) {
  const [search] = useSearchParams()
  const { now, isLeft, push, replace } = useCurrentAddress()
  const navigate = useNavigate()
  const set = (parameters: URLSearchParams, value: string | null) => {
    for (const other of own) parameters.delete(other)
    setParameter(parameters, name, value)
  }

  return {
    value: search.get(name),
    isOn: search.get(name) === 'true',
    start: (value = 'true') => push((parameters) => set(parameters, value), { opened: name }),
    stop: () => {
      const location = now()
      if (isLeft() || left.has(location)) return
      left.add(location)
      if (openedHere(location.state, name)) void navigate(-1)
      else replace((parameters) => set(parameters, null))
    },
  }
}

/** The parameter with the suggestion that fills in the create dialog. */
export const SUGGESTION = 'suggestion'

/** Prefix of an alert rule's id in a list of devices: a mute of that rule. */
export const OF_RULE = 'rule:'

/** Whether the create dialog is open, stored as `?create=true`. The created record replaces that history entry. */
export function useCreateMode() {
  const { isOn, start, stop } = useAddressMode('create', [SUGGESTION])
  return { creating: isOn, startCreating: () => start(), stopCreating: stop }
}

/** Whether an alert is being acknowledged, stored as `?acknowledge=true`. E-mails link there. */
export function useAcknowledgeMode() {
  const { isOn, start, stop } = useAddressMode('acknowledge')
  return { acknowledging: isOn, startAcknowledging: () => start(), stopAcknowledging: stop }
}

/** Whether the import is open, stored as `?import=true`. */
export function useImportMode() {
  const { isOn, start, stop } = useAddressMode('import')
  return { importing: isOn, startImporting: () => start(), stopImporting: stop }
}

/** Whether a QR code is scanned to open its device, stored as `?scan=true`. */
export function useScanMode() {
  const { isOn, stop } = useAddressMode('scan')
  return { scanning: isOn, stopScanning: stop }
}

/** View or edit mode, stored as `?edit=true`. Rules, "View and edit mode". */
export function useEditMode() {
  const { isOn, start, stop } = useAddressMode('edit')
  return { editing: isOn, startEditing: () => start(), stopEditing: stop }
}

/** The record that a list shows beside itself, stored as `?peek={id}`; null if there is none. */
export function usePeekMode() {
  const { value, start, stop } = useAddressMode('peek', ['edit'])
  const { replace } = useCurrentAddress()
  return {
    peeked: value,
    startPeeking: start,
    /** Shows another record in the same history entry, in view mode. */
    movePeek: (id: string) =>
      replace((parameters) => {
        parameters.delete('edit')
        parameters.set('peek', id)
      }),
    stopPeeking: stop,
  }
}

const COMPARE_SWITCHES = ['swapped', 'ignoreVolatile', 'sortKeys']

/** The two messages compared above their list, stored as `?compare={id},{id}`; null if there are none. */
export function useCompareMode() {
  const { value, start, stop } = useAddressMode('compare', COMPARE_SWITCHES)
  const [a, b] = value?.split(',') ?? []
  return {
    compared: a && b ? ([a, b] as const) : null,
    startComparing: (a: string, b: string) => start(`${a},${b}`),
    stopComparing: stop,
  }
}

/**
 * A query parameter and its setter, which takes a value or a function of the latest value; null removes it. The history
 * entry and its mode stay.
 */
export function useAddressParameter(name: string) {
  const [search] = useSearchParams()
  const { replace } = useCurrentAddress()
  const set = (value: string | null | ((latest: string | null) => string | null)) =>
    replace((parameters) =>
      setParameter(parameters, name, typeof value === 'function' ? value(parameters.get(name)) : value),
    )
  return [search.get(name), set] as const
}

/** A query parameter that filters a list, and its setter; null removes it. The list then starts at its first page. */
export function useAddressFilter(name: string) {
  const [search] = useSearchParams()
  const { replace } = useCurrentAddress()
  const choose = (value: string | null) =>
    replace((parameters) => {
      parameters.delete('page')
      setParameter(parameters, name, value)
    })
  return [search.get(name), choose] as const
}

/** A switch, stored in the address only if it differs from its default. */
export function useAddressSwitch(name: string, isOnByDefault: boolean) {
  const [value, set] = useAddressParameter(name)
  const isOn = value === null ? isOnByDefault : value === 'true'
  return [isOn, (on: boolean) => set(on === isOnByDefault ? null : String(on))] as const
}
