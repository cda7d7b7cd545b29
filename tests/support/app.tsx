import '../../src/zod'
import { render, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished } from 'vitest'
import { CAPABILITIES } from '#contract'
import type { Config } from '#contract/config'
import { CONFIG_DEFAULTS } from '#contract/config/defaults'
import { Console } from '../../src/Console'
import { ConfigProvider } from '../../src/config'
import { ClientProvider } from '../../src/dataProvider/client'
import { ThemeRoot } from '../../src/theme'
import type { TestUser } from './builders'
import { connect } from './console'
import type { TestServer } from './makeServer'

interface Opened {
  /** A person with a remembered sign-in in this browser. */
  person?: Pick<TestUser, 'token'>
  config?: Partial<Config>
  /** Intercepts calls before the server: see `connect`. */
  interrupt?: ReturnType<typeof connect>['interrupt']
}

/** Opens the whole console, with its own pages, routes and sign-in, at an address of this browser. */
export function openConsole(
  server: Pick<TestServer, 'request'>,
  at: string,
  { person, config, interrupt }: Opened = {},
) {
  if (person) {
    localStorage.setItem('token', person.token)
    // As in a new tab.
    sessionStorage.removeItem('tabOwner')
  }
  window.history.pushState(null, '', at)
  const line = connect(server)
  if (interrupt) line.interrupt = interrupt
  const { unmount } = render(
    <ThemeRoot>
      <ConfigProvider value={{ ...CONFIG_DEFAULTS, capabilities: CAPABILITIES, ...config }}>
        <ClientProvider value={line.client}>
          <Console />
        </ClientProvider>
      </ConfigProvider>
    </ThemeRoot>,
  )
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  return {
    line,
    /** Closes the console, as with its tab. */
    close: unmount,
  }
}

/** Current address of the browser. */
export const shownPath = () => window.location.pathname + window.location.search

/** Waits for the heading of the page. */
export const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

/** The innermost element with a text, which may span several elements. */
export function says(text: string | RegExp) {
  const isIn = ({ textContent }: Element) =>
    typeof text === 'string' ? textContent.includes(text) : text.test(textContent)
  return screen.findAllByText(
    (_own, element) => element !== null && isIn(element) && ![...element.children].some(isIn),
  )
}

/** The newest dialog, or the page. */
export function inFront() {
  const dialogs = document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')
  return within([...dialogs].at(-1) ?? document.body)
}

/** An input by its label, with or without the mark of a required one. */
export const fieldInFront = (label: string) =>
  inFront().getByLabelText<HTMLInputElement>(new RegExp(`^${label}(\\s*\\*)?$`), {
    selector: 'input, textarea',
  })

/** Waits for such an input. */
export const field = (label: string) => waitFor(() => fieldInFront(label))

/** Waits until a button can be pressed, and presses it. */
export const press = async (user: Pick<UserEvent, 'click'>, name: string | RegExp) =>
  user.click(
    await waitFor(() => {
      const button = inFront().getByRole('button', { name })
      expect(button.matches(':disabled, [aria-disabled=true]'), button.outerHTML).toBe(false)
      return button
    }),
  )
