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
  /** Somebody who is signed in, and remembered in this browser. */
  person?: Pick<TestUser, 'token'>
  config?: Partial<Config>
  /** Sees the calls before the server does, as `connect` says. */
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
    // A new tab.
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
    /** Leaves it, as a tab that is closed. */
    close: unmount,
  }
}

/** Where the browser is. */
export const shownPath = () => window.location.pathname + window.location.search

/** The heading of the page, once it is there. */
export const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

/** What says a text, also in several elements; the innermost of them. */
export function says(text: string | RegExp) {
  const isIn = ({ textContent }: Element) =>
    typeof text === 'string' ? textContent.includes(text) : text.test(textContent)
  return screen.findAllByText(
    (_own, element) => element !== null && isIn(element) && ![...element.children].some(isIn),
  )
}

/** Where a person looks: the newest dialog, or the page. */
export function inFront() {
  const dialogs = document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')
  return within([...dialogs].at(-1) ?? document.body)
}

/** An input by its label, which may say that it is required. */
export const fieldInFront = (label: string) =>
  inFront().getByLabelText<HTMLInputElement>(new RegExp(`^${label}(\\s*\\*)?$`), {
    selector: 'input, textarea',
  })

/** The same, once it is there. */
export const field = (label: string) => waitFor(() => fieldInFront(label))

/** Presses a button, once it is there and can be pressed. */
export const press = async (user: Pick<UserEvent, 'click'>, name: string | RegExp) =>
  user.click(
    await waitFor(() => {
      const button = inFront().getByRole('button', { name })
      expect(button.matches(':disabled, [aria-disabled=true]'), button.outerHTML).toBe(false)
      return button
    }),
  )
