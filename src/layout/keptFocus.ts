import { useEffect } from 'react'

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/** A position in the document, as a child of an element. */
interface Place {
  parent: Element
  index: number
}

/** The positions of an element and its ancestors, from the inside out. */
function placesOf(element: Element): Place[] {
  const places: Place[] = []
  for (let child = element; child.parentElement; child = child.parentElement) {
    const { parentElement: parent } = child
    places.push({ parent, index: [...parent.children].indexOf(child) })
  }
  return places
}

/** Focuses the element; false if it cannot have the focus, for example because it is hidden. */
function focusOn(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true })
  return element !== null && document.activeElement === element
}

/** Focuses the first focusable control in an element. */
const focusIn = (element: Element | undefined): boolean =>
  element !== undefined &&
  [element, ...element.querySelectorAll(FOCUSABLE)].some(
    (found) => found instanceof HTMLElement && found.matches(FOCUSABLE) && focusOn(found),
  )

const titleIn = (main: HTMLElement) => main.querySelector<HTMLElement>('h1[tabindex]')

/** Moves the focus to the element now at the same place or before it, else to the title of the page. */
function focusBeside(places: readonly Place[], main: HTMLElement) {
  const title = titleIn(main)
  for (const { parent, index } of places) {
    if (!parent.isConnected) continue
    if (!main.contains(parent) || parent.contains(title)) break
    if ([parent.children[index], parent.children[index - 1], parent].some(focusIn)) return
  }
  if (!focusOn(title)) focusOn(main)
}

/** Moves the focus nearby when the focused element disappears, such as the last button of a list. */
export function useKeptFocus(mainId: string) {
  useEffect(() => {
    let focused: Element | null = null
    let places: readonly Place[] = []
    /** The last focused element in the page itself; toasts and menus lie over it. */
    let inPage: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout>
    /** The content of a page that is still loading: it has the focus until there is a title. */
    let untitled: HTMLElement | null = null
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      untitled = target.id === mainId && !titleIn(target) ? target : null
      focused = target
      places = placesOf(target)
      if (target.closest(`#${mainId}`)) inPage = target
    }
    const land = () => {
      const main = document.getElementById(mainId)
      if (!main || document.activeElement !== document.body) return
      const wasInPage = places.some(({ parent }) => parent === main)
      if (wasInPage || !focusOn(inPage)) focusBeside(places, main)
    }
    const observer = new MutationObserver(() => {
      if (untitled) focusOn(titleIn(untitled))
      if (!focused || focused.isConnected) return
      focused = null
      // Dialogs and pages set their own focus first.
      clearTimeout(timer)
      timer = setTimeout(land)
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [mainId])
}
