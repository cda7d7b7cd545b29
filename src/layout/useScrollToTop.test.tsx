import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { useScrollToTop } from './useScrollToTop'

function Page() {
  useScrollToTop()
  return null
}

test('a new page is shown from its top; a filter, and the way back, leave the place as it is', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const router = createMemoryRouter([{ path: '*', element: <Page /> }])
  render(<RouterProvider router={router} />)
  const go = async (to: string | number) => {
    scrollTo.mockClear()
    await act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to)))
    return scrollTo.mock.calls
  }

  expect(scrollTo).not.toHaveBeenCalled()
  expect(await go('/devices')).toEqual([[0, 0]])
  expect(await go('/devices?page=2')).toEqual([])
  expect(await go(-2)).toEqual([])
})
