import { BREAKPOINTS, TOP_BAR_HEIGHT } from '../../theme/theme'

/** A part of the screen, in px. */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** Steps between two places, in px, and how far up they go. */
const STEP = 24
const HIGHEST = 288

/** What one uses, with the whole frame of a field, and what was opened. */
const CONTROLS =
  'a[href], button, input, .MuiInputBase-root, .MuiDialog-paper, .MuiPopover-paper, [role="button"], [role="option"], [role="textbox"]'

/** What one uses. */
export interface Control extends Area {
  /** How bad it is to cover it. */
  weight: number
}

/** As bad as this many other controls: nothing can be sent without it, and the pointer is still there. */
const SUBMIT_WEIGHT = 10

const meets = (a: Area, b: Area) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** How bad it is that an area covers controls: how many they are, by their weights. */
export const coveredBy = (area: Area, controls: readonly Control[]) =>
  controls.reduce((sum, control) => sum + (meets(area, control) ? control.weight : 0), 0)

/** The topmost dialog that is open, else the page. */
export const topmost = (): ParentNode => [...document.querySelectorAll('.MuiModal-root')].at(-1) ?? document

/** The controls of a dialog or the page that one can see and use. */
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
  /** Size of the screen without what lies at its bottom, in px. */
  screen: { width: number; height: number }
}

/**
 * Where a toast covers the fewest controls: at the bottom, at the right if it can, else a little higher; on a phone also
 * below the top bar.
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
