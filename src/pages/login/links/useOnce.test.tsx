// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test, vi } from 'vitest'
import { useOnce } from './useOnce'

test('one-time work starts once, even when React runs the effects of the page twice', async () => {
  const begin = vi.fn<() => Promise<{ said: string }>>(async () => ({ said: 'welcome' }))
  const Page = () => <p>{useOnce(begin)?.said ?? 'please wait'}</p>
  render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
  expect(screen.getByText('please wait')).toBeTruthy()
  expect(await screen.findByText('welcome')).toBeTruthy()
  expect(begin).toHaveBeenCalledTimes(1)
})
