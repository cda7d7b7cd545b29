import Bowser from 'bowser'
import type { SignInSession } from '#contract/sessions'

/** Longest program name that is shown; longer names are cut. */
const NAME_MAX = 40

/**
 * Names of the browser and its operating system in a user agent (RFC 9110, section 10.1.5). A program that is not a browser has its own
 * name, such as `curl`. Null for a name that is missing.
 */
export function readUserAgent(userAgent: string | null): Pick<SignInSession, 'browser' | 'system'> {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  const [, program] = /^\s*([^\s/()]+)/.exec(userAgent) ?? []
  const name = browser.name || program
  // Every browser calls itself Mozilla first, so that name says nothing.
  return {
    browser: name && name !== 'Mozilla' ? name.slice(0, NAME_MAX) : null,
    system: os.name || null,
  }
}
