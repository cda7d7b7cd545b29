import { type RefObject, useEffect } from 'react'

/** Fields that are wrong, and texts about a whole form. */
const WRONG = '[data-failure], .Mui-error, [aria-invalid="true"]'

/**
 * Scrolls to the first thing that is wrong in a form, with its label and its text, after each attempt to send the form:
 * a browser does not scroll to a field that has the focus already.
 * @param attempt another value after each attempt; 0 or null before the first one
 */
export function useFailureInView(form: RefObject<HTMLElement | null>, attempt: object | number | null) {
  useEffect(() => {
    if (!attempt) return undefined
    // The errors of the server come to their fields once the attempt is over.
    const soon = requestAnimationFrame(() => {
      const wrong = form.current?.querySelector(WRONG)
      const place = wrong?.closest('.MuiFormControl-root, [data-field]') ?? wrong
      place?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(soon)
  }, [form, attempt])
}
