import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { i18nIn } from '../../../tests/support/texts'
import { I18nRoot } from '../../i18n'
import { Failure } from './Failure'

const i18n = await i18nIn('en')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('after too many attempts the time until the next one counts down', async () => {
  render(
    <I18nRoot value={i18n}>
      <Failure title="Sign-in failed" seconds="15" />
    </I18nRoot>,
  )
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
  expect(screen.getByText('Too many attempts. Please try again in 15 seconds.')).toBeTruthy()
  await pass(5)
  expect(screen.getByText('Too many attempts. Please try again in 10 seconds.')).toBeTruthy()
  await pass(10)
  expect(screen.getByText('You can try again now.')).toBeTruthy()
})
