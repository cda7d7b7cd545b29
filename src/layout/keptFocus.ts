import { useEffect } from 'react'

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/** A place in the document: one of the children of an element. */
interface Place {
  parent: Element
  index: number
}

/** The places of an element and of everything around it, from the inside out. */
function placesOf(element: Element): Place[] {
  const places: Place[] = []
  for (let child = element; child.parentElement; child = child.parentElement) {
    const { parentElement: parent } = child
    places.push({ parent, index: [...parent.children].indexOf(child) })
  }
  return places
}

/** Gives the focus to the element; false for one that cannot have it, such as one that is hidden. */
function focusOn(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true })
  return element !== null && document.activeElement === element
}

/** Gives the focus to the first control of an element that can have it. */
const focusIn = (element: Element | undefined): boolean =>
  element !== undefined &&
  [element, ...element.querySelectorAll(FOCUSABLE)].some(
    (found) => found instanceof HTMLElement && found.matches(FOCUSABLE) && focusOn(found),
  )

/** Gives the focus to what took the place of something, or stands before it, or to the title of the page. */
function focusBeside(places: readonly Place[], main: HTMLElement) {
  const title = main.querySelector<HTMLElement>('h1[tabindex]')
  for (const { parent, index } of places) {
    if (!parent.isConnected) continue
    if (!main.contains(parent) || parent.contains(title)) break
    if ([parent.children[index], parent.children[index - 1], parent].some(focusIn)) return
  }
  if (!focusOn(title)) focusOn(main)
}

/** Gives the focus to what one looks at when the element that had it is gone, such as the last button of a list. */
export function useKeptFocus(mainId: string) {
  useEffect(() => {
    let focused: Element | null = null
    let places: readonly Place[] = []
    /** What had it last in the page itself: a toast or a menu lies over it. */
    let inPage: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout>
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
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
      if (!focused || focused.isConnected) return
      focused = null
      // Dialogs and pages give it to something of their own first.
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
