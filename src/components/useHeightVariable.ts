import { useCallback } from 'react'

/** A custom property of the page that holds the height of what is fixed to its bottom. */
type HeightVariable = '--banner-height' | '--actions-height'

/** Publishes the height of an element, so that what must stay above it does: toasts above the banner, focused inputs above the actions. */
export function useHeightVariable(name: HeightVariable) {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const { style } = document.documentElement
      const observer = new ResizeObserver(([entry]) => {
        style.setProperty(name, `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`)
      })
      observer.observe(element)
      return () => {
        observer.disconnect()
        style.removeProperty(name)
      }
    },
    [name],
  )
}
