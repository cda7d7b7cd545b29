import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { watchLoadFailures } from '../../components/lazyPart'
import { setPreferences } from '../../preferences'
import { ErrorBoundary, serializeError } from './ErrorPage'

function Fails({ error }: { error: unknown }): never {
  throw error
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
})

test('an error of the console shows the sentence and the serialized error, as text', () => {
  render(
    <ErrorBoundary>
      <Fails error={new RangeError('<b>too far</b>')} />
    </ErrorBoundary>,
  )
  const { textContent } = screen.getByRole('alert')
  expect(textContent).toContain('Sorry, an unexpected error has occurred on frontend.')
  expect(textContent).toContain('RangeError: <b>too far</b>')
  expect(textContent).toContain('ErrorPage.test.tsx')
})

test('it is in the chosen language without loaded texts', () => {
  setPreferences({ preferredLanguage: 'cs' })
  render(
    <ErrorBoundary>
      <Fails error="broken" />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Něco se pokazilo' })).toBeDefined()
})

test('another page is tried again', () => {
  const { rerender } = render(
    <ErrorBoundary resetKey="/a">
      <Fails error={new Error('broken')} />
    </ErrorBoundary>,
  )
  rerender(<ErrorBoundary resetKey="/b">Page B</ErrorBoundary>)
  expect(screen.getByText('Page B')).toBeDefined()
})

test('a part that could not be loaded offers to reload', () => {
  watchLoadFailures()
  const error = new TypeError('Failed to fetch dynamically imported module')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  render(
    <ErrorBoundary>
      <Fails error={error} />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'This part of the console did not load' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
})

test('the serialized error names its causes', () => {
  const error = Object.assign(new Error('outer', { cause: new Error('inner') }), { stack: '' })
  expect(serializeError(error)).toMatch(/^Error: outer\nCaused by Error: inner\n/)
  expect(serializeError({ code: 7 })).toBe('{"code":7}')
  expect(serializeError(undefined)).toBe('undefined')
})
