import { useNavigate, useSearchParams } from 'react-router-dom'
import { setParameter, useCurrentAddress } from './currentAddress'

const openedHere = (state: unknown, name: string) =>
  typeof state === 'object' && state !== null && 'opened' in state && state.opened === name

/** Steps of the history that are being taken back: a double click takes back one. */
const left = new WeakSet<object>()

/**
 * A mode of the page, mirrored by `?{name}=true` or another value; other query parameters stay.
 * Starting adds a step to the history, so Back leaves the mode; stopping takes that step back.
 * @param own parameters that belong to the mode and go with it
 */
function useAddressMode(
  name: 'create' | 'edit' | 'import' | 'compare' | 'acknowledge',
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

/** The parameter that says what the create dialog is filled in with. */
export const SUGGESTION = 'suggestion'

/** Begins the id of an alert rule among devices: a mute of that rule. */
export const OF_RULE = 'rule:'

/** Whether the create dialog is open, mirrored by `?create=true`. What was created takes the place of that step. */
export function useCreateMode() {
  const { isOn, start, stop } = useAddressMode('create', [SUGGESTION])
  return { creating: isOn, startCreating: () => start(), stopCreating: stop }
}

/** Whether an alert is being acknowledged, mirrored by `?acknowledge=true`: e-mails lead there. */
export function useAcknowledgeMode() {
  const { isOn, start, stop } = useAddressMode('acknowledge')
  return { acknowledging: isOn, startAcknowledging: () => start(), stopAcknowledging: stop }
}

/** Whether the import is open, mirrored by `?import=true`. */
export function useImportMode() {
  const { isOn, start, stop } = useAddressMode('import')
  return { importing: isOn, startImporting: () => start(), stopImporting: stop }
}

/** View or edit, mirrored by `?edit=true`. Rules, "View and edit mode". */
export function useEditMode() {
  const { isOn, start, stop } = useAddressMode('edit')
  return { editing: isOn, startEditing: () => start(), stopEditing: stop }
}

/** Switches of a comparison. */
const COMPARE_SWITCHES = ['swapped', 'ignoreVolatile', 'sortKeys']

/** The two messages that are compared over their list, mirrored by `?compare={id},{id}`; null while none are. */
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
 * A parameter of the address, and how to set it, also by its latest value, or, by null, take it out. The step in the
 * history stays, with its mode.
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

/** A parameter that says which rows a list has, and how to set it, or, by null, take it out: that list begins with its first page. */
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

/** A switch that is in the address when it differs from its default. */
export function useAddressSwitch(name: string, isOnByDefault: boolean) {
  const [value, set] = useAddressParameter(name)
  const isOn = value === null ? isOnByDefault : value === 'true'
  return [isOn, (on: boolean) => set(on === isOnByDefault ? null : String(on))] as const
}
