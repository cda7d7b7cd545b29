import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { showPage } from '../../../tests/support/console'
import { setSignOutReason } from '../../authProvider/session'
import LoginPage from './LoginPage'
import ForgotPasswordPage from './links/ForgotPasswordPage'

beforeEach(() => {
  sessionStorage.clear()
  window.history.replaceState(null, '')
})

test('the sign-in focuses its first field', () => {
  showPage(<LoginPage />)
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
  expect(document.title).toBe('Sign in to Spaceport')
})

test('with a known address it focuses the password', () => {
  window.history.replaceState({ email: 'anna@example.com' }, '')
  showPage(<LoginPage />)
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
})

test('says once why the person was signed out', () => {
  setSignOutReason('expired')
  const { unmount } = showPage(<LoginPage />)
  expect(screen.getByText(/^Your sign-in is no longer valid/)).toBeTruthy()
  unmount()
  showPage(<LoginPage />)
  expect(screen.queryByText(/^Your sign-in is no longer valid/)).toBeNull()
})

test('a server without mail does not mention an e-mail for a forgotten password', () => {
  showPage(<ForgotPasswordPage />, { sendsMail: false })
  expect(screen.getByText(/^This server has no mail server/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Request the link' })).toBeTruthy()
  expect(screen.queryByText(/We will send you/)).toBeNull()
})
