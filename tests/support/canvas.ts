import { afterAll, beforeAll } from 'vitest'

const nothing = () => undefined

class PathOfNothing {
  moveTo = nothing
  lineTo = nothing
  rect = nothing
  arc = nothing
  closePath = nothing
}

/** Width of a 12 px text in pixels: digits are twice as wide as other characters. */
export const textWidth = (text: string): number =>
  Array.from(text).reduce((width, character) => width + (/\d/.test(character) ? 6.7 : 3.4), 0)

/** Stubs the canvas in the tests of a file, for components that jsdom renders without pixels. */
export function stubCanvas(): void {
  const context = new Proxy<Record<PropertyKey, unknown>>(
    { measureText: (text: string) => ({ width: textWidth(text) }) },
    {
      get: (set, name) => (name in set ? set[name] : nothing),
    },
  )
  const matchMedia = () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing })
  const before = { matchMedia: globalThis.matchMedia, Path2D: globalThis.Path2D }
  // Use hooks, which do not run when all tests of a file are skipped.
  beforeAll(() => {
    Object.assign(HTMLCanvasElement.prototype, { getContext: () => context })
    Object.assign(globalThis, { Path2D: PathOfNothing, matchMedia })
  })
  // Files share the page: for the next one it must not look like a phone.
  afterAll(() => {
    Object.assign(globalThis, before)
  })
}
