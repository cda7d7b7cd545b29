/** The element of a row; null if it is not in the document. */
export const rowElement = (id: string) =>
  document.querySelector<HTMLElement>(`[data-row=${JSON.stringify(id)}]`)

/** Id of the row with the focus; null if a control in it has a use for the space bar. */
export function focusedId(isForSpace = false): string | null {
  const element = document.activeElement
  if (isForSpace && !element?.matches('a[href], [data-address]')) return null
  return element?.closest('[data-row]')?.getAttribute('data-row') ?? null
}
