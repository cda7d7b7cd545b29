const nothing = () => undefined

class PathOfNothing {
  moveTo = nothing
  lineTo = nothing
  rect = nothing
  arc = nothing
  closePath = nothing
}

/** A canvas on which anything can be drawn, for components that jsdom shows without pixels. */
export function stubCanvas(): void {
  const context = new Proxy<Record<PropertyKey, unknown>>(
    { measureText: () => ({ width: 10 }) },
    {
      get: (set, name) => (name in set ? set[name] : nothing),
    },
  )
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => context })
  Object.assign(globalThis, {
    Path2D: PathOfNothing,
    matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
  })
}
