import { useCallback } from 'react'

/** A CSS custom property with the height of an element fixed to the bottom of the page. */
type HeightVariable = '--banner-height' | '--actions-height'

/** Publishes the height of an element at the bottom of the page, above which toasts and focused inputs stay. */
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
