import { BREAKPOINTS, TOP_BAR_HEIGHT } from '../../theme/theme'

/** An area of the screen, in px. */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** Distance between candidate places and maximum height above the bottom, in px. */
const STEP = 24
const HIGHEST = 288

/** Interactive elements, with the whole frame of a field, and opened dialogs. */
const CONTROLS =
  'a[href], button, input, .MuiInputBase-root, .MuiDialog-paper, .MuiPopover-paper, [role="button"], [role="option"], [role="textbox"]'

/** An interactive element. */
export interface Control extends Area {
  /** How bad it is to cover it. */
  weight: number
}

/** Weight of a submit button: nothing can be sent without it, and the pointer is still there. */
const SUBMIT_WEIGHT = 10

const meets = (a: Area, b: Area) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The total weight of the controls that an area covers. */
export const coveredBy = (area: Area, controls: readonly Control[]) =>
  controls.reduce((sum, control) => sum + (meets(area, control) ? control.weight : 0), 0)

/** The topmost open dialog, else the page. */
export const topmost = (): ParentNode => [...document.querySelectorAll('.MuiModal-root')].at(-1) ?? document

/** The visible controls of a dialog or page. */
export function controlsInSight(root: ParentNode, except: Element): Control[] {
  return [...root.querySelectorAll(CONTROLS)].flatMap((control) => {
    if (except.contains(control)) return []
    const { width, height, left, top, right, bottom } = control.getBoundingClientRect()
    if (width === 0 || height === 0 || bottom <= 0 || top >= window.innerHeight) return []
    return { left, top, right, bottom, weight: control.matches('[type="submit"]') ? SUBMIT_WEIGHT : 1 }
  })
}

interface Room {
  /** Size of the toast, in px. */
  width: number
  height: number
  /** Size of the screen without banners at its bottom, in px. */
  screen: { width: number; height: number }
}

/**
 * The place where a toast covers the fewest controls: at the bottom, preferably at the right, else a little higher; on
 * a phone also below the top bar.
 */
export function freePlace({ width, height, screen }: Room, controls: readonly Control[]): Area {
  const isPhone = screen.width < BREAKPOINTS.mobileMenu
  const gap = isPhone ? 8 : 16
  const right = screen.width - width - gap
  const lefts = isPhone ? [gap] : [right, (screen.width - width) / 2, gap]
  const lowest = screen.height - height - gap
  const tops: number[] = []
  for (let up = 0; up <= HIGHEST && lowest - up > TOP_BAR_HEIGHT; up += STEP) tops.push(lowest - up)
  tops.push(TOP_BAR_HEIGHT + gap)

  const places = tops.flatMap((top) =>
    lefts.map((left) => ({ left, top, right: left + width, bottom: top + height })),
  )
  const covered = places.map((place) => coveredBy(place, controls))
  const best = covered.indexOf(Math.min(...covered))
  return places[best] ?? { left: right, top: lowest, right: right + width, bottom: lowest + height }
}
