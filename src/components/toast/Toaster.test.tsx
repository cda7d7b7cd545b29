import { act, fireEvent, render, screen } from '@testing-library/react'
import type { NotificationPayload } from 'react-admin'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { i18nIn } from '../../../tests/support/texts'
import { REFUSED } from '../../authProvider'
import { clearRetry, setRetry } from '../../authProvider/session'
import { ApiError } from '../../dataProvider/client'
import { I18nRoot } from '../../i18n'
import { toastOf } from './NotificationBridge'
import { Toaster } from './Toaster'
import { currentToast, dismissToast, TOAST_REMOVE_DELAY, type Toast, toast } from './toasts'

const i18n = await i18nIn('en')
const of = (notification: NotificationPayload) =>
  toastOf(notification, (text, values) => i18n.translate(text, { ...values, _: text }))

function show(next: Toast) {
  render(
    <I18nRoot value={i18n}>
      <Toaster />
    </I18nRoot>,
  )
  act(() => toast(next))
}
function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

beforeEach(() => {
  vi.useFakeTimers()
})

describe('a toast', () => {
  test('is shown for five seconds and takes no focus', () => {
    show({ kind: 'success', title: 'Saved' })
    expect(screen.getByRole('status').textContent).toBe('Saved')
    expect(document.activeElement).toBe(document.body)
    pass(4999)
    expect(screen.queryByRole('status')).not.toBeNull()
    pass(1)
    expect(screen.queryByRole('status')).toBeNull()
  })

  test('is as high as its text at any place', () => {
    show({ kind: 'success', title: 'Saved' })
    const { left, top, right, bottom } = screen.getByRole('status').style
    expect([left, top]).not.toContain('')
    expect([right, bottom]).toEqual(['', ''])
  })

  test('is an alert when something failed', () => {
    show({ kind: 'error', title: 'Request failed', description: 'not found' })
    expect(screen.getByRole('alert').textContent).toBe('Request failednot found')
  })

  test('stays while the pointer is over it', () => {
    show({ kind: 'info', title: 'Read me' })
    pass(3000)
    fireEvent.mouseEnter(screen.getByRole('status'))
    pass(60_000)
    fireEvent.mouseLeave(screen.getByRole('status'))
    pass(1999)
    expect(screen.queryByRole('status')).not.toBeNull()
    pass(1)
    expect(screen.queryByRole('status')).toBeNull()
  })

  /** Opens a dialog of this size, in px. */
  function openDialog(width: number, height: number) {
    const modal = document.body.appendChild(document.createElement('div'))
    modal.className = 'MuiModal-root'
    const paper = modal.appendChild(document.createElement('div'))
    paper.className = 'MuiDialog-paper'
    paper.getBoundingClientRect = () => new DOMRect(0, 0, width, height)
    onTestFinished(() => modal.remove())
  }

  test('stays for its five seconds over a dialog without space for it', () => {
    show({ kind: 'success', title: 'Saved' })
    pass(1500)
    openDialog(window.innerWidth, window.innerHeight)
    pass(3499)
    expect(screen.queryByRole('status')).not.toBeNull()
    pass(1)
    expect(screen.queryByRole('status')).toBeNull()
  })

  test('can be closed', () => {
    show({ kind: 'info', title: 'Read me' })
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('status')).toBeNull()
  })
})

test('a new toast replaces the current one', () => {
  toast({ kind: 'info', title: 'First' })
  toast({ kind: 'error', title: 'Second', description: 'not found' })
  expect(currentToast()).toMatchObject({ title: 'Second', description: 'not found', open: true })
})

test('a dismissed toast is closed at once and removed 2000 ms later', () => {
  toast({ kind: 'info', title: 'Saved' })
  dismissToast()
  expect(currentToast()).toMatchObject({ title: 'Saved', open: false })
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1)
  expect(currentToast()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(currentToast()).toBeNull()
})

test('the removal of a dismissed toast does not affect its successor', () => {
  toast({ kind: 'info', title: 'First' })
  dismissToast()
  vi.advanceTimersByTime(1000)
  toast({ kind: 'info', title: 'Second' })
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY)
  expect(currentToast()).toMatchObject({ title: 'Second', open: true })
})

describe('the toast of a notification', () => {
  test('says on which page access was refused', () => {
    setRetry('/space/1/devices/2?edit=true')
    const refused = of({ message: REFUSED, type: 'error' })
    expect(refused.title).toBe('Access was refused')
    expect(refused.description).toMatch(/^The server refused a request of the page “Devices”/)
    setRetry('/space/1')
    expect(of({ message: REFUSED, type: 'error' }).description).toMatch(/^The server refused a request, so/)
    clearRetry()
  })

  test('has the title of API errors and the sentence of the server', () => {
    const { message } = new ApiError(409, 'name is taken', 0)
    expect(of({ message, type: 'error', notificationOptions: { messageArgs: { _: message } } })).toEqual({
      kind: 'error',
      title: 'Request failed',
      description: 'name is taken',
    })
  })

  test('has a sentence when the server did not answer', () => {
    expect(of({ message: new ApiError(0, '', 0).message, type: 'error' })).toEqual({
      kind: 'error',
      title: 'Request failed',
      description: 'The server is not responding. Please try again in a moment.',
    })
  })

  test('has a text of the console as its title', () => {
    expect(of({ message: 'ra.message.invalid_form', type: 'error' })).toEqual({
      kind: 'error',
      title: 'The form is not valid. Please check for errors',
    })
    expect(
      of({
        message: 'ra.notification.updated',
        type: 'info',
        notificationOptions: { messageArgs: { smart_count: 3 } },
      }),
    ).toEqual({ kind: 'info', title: '3 elements updated' })
  })
})
