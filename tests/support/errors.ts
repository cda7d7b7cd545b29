import { type Config, getConfig } from '@testing-library/react'

const { getElementError: printed } = getConfig()

/** Waiting queries throw repeatedly: the page is printed only when the message of an error is read. */
export const getElementError: Config['getElementError'] = (message, container) => {
  const error = new Error()
  const print = () => printed(message, container).message
  Object.defineProperty(error, 'message', { configurable: true, get: print })
  // The stack starts in the test.
  Error.captureStackTrace(error, getElementError)
  return Object.assign(error, { name: 'TestingLibraryElementError' })
}
