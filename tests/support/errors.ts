import { type Config, getConfig } from '@testing-library/react'

const { getElementError: printed } = getConfig()

/** What waits asks again and again: the page is printed only for an error that somebody reads. */
export const getElementError: Config['getElementError'] = (message, container) => {
  const error = new Error()
  const print = () => printed(message, container).message
  Object.defineProperty(error, 'message', { configurable: true, get: print })
  // The place in the test comes first.
  Error.captureStackTrace(error, getElementError)
  return Object.assign(error, { name: 'TestingLibraryElementError' })
}
