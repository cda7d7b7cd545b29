import { configure, queryAllByLabelText, queryAllByRole } from '@testing-library/dom'

/** An element to find: a role with its accessible name, or the label of a field. */
export interface Wanted {
  role?: string
  name: string
  /** Whether the name is a pattern. */
  isPattern?: boolean
}

/** Where the element can be clicked, in px from the window's top left corner, or why it cannot. */
export type Found = { x: number; y: number; value: string } | { not: string }

configure({ defaultHidden: false })

const complaints: string[] = []
const note = (...words: readonly unknown[]) => complaints.push(words.map(String).join(' '))
const { error: write } = console
console.error = (...words: readonly unknown[]) => {
  note(...words)
  write(...words)
}
addEventListener('error', ({ message, filename }) => note(message, filename))
addEventListener('unhandledrejection', ({ reason }) => note('unhandled', reason))
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  note('the policy forbids', blockedURI, violatedDirective),
)

function elementsOf({ role, name, isPattern = false }: Wanted): HTMLElement[] {
  const text = isPattern ? new RegExp(name) : name
  const top = [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')].at(-1)
  const elements = (box: HTMLElement) =>
    role === undefined ? queryAllByLabelText(box, text) : queryAllByRole(box, role, { name: text })
  // What opens over a dialog is not inside it.
  const inside = top ? elements(top) : []
  return inside.length > 0 ? inside : elements(document.body)
}

/** Scrolls an element into view and returns where it is. */
export function find(wanted: Wanted): Found {
  const [element] = elementsOf(wanted)
  if (!element) return { not: 'there' }
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const hit = document.elementFromPoint(x, y)
  const isHit =
    hit !== null &&
    (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element))
  if (!isHit) return { not: `in sight, but below ${hit?.outerHTML.slice(0, 120)}` }
  const value = 'value' in element ? String(element.value) : (element.textContent ?? '')
  return { x, y, value }
}

/** Whether no such element is visible. */
export const isAbsent = (wanted: Wanted) => elementsOf(wanted).length === 0

/** Visible text of the page, with single spaces. */
export const textOfPage = () => document.body.innerText.replaceAll(/\s+/g, ' ')
/** Takes the errors since this script was loaded; each page loads it. */
export const takeComplaints = () => complaints.splice(0)
