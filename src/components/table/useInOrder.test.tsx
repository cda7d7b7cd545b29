import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useInOrder } from './useInOrder'

it('applies a change during another one afterwards, based on its address', () => {
  const { result } = renderHook(
    () => {
      const { search } = useLocation()
      return { inOrder: useInOrder(search), navigate: useNavigate() }
    },
    { wrapper: MemoryRouter },
  )
  const changes: string[] = []
  const change = () => result.current.inOrder((search) => void changes.push(search))
  act(change)
  act(change)
  act(change)
  expect(changes).toEqual([''])
  act(() => void result.current.navigate('?perPage=20'))
  expect(changes).toEqual(['', '?perPage=20'])
  act(() => void result.current.navigate('?perPage=20&page=2'))
  expect(changes).toEqual(['', '?perPage=20', '?perPage=20&page=2'])
  act(() => void result.current.navigate('?perPage=20&page=3'))
  act(change)
  expect(changes.at(-1)).toBe('?perPage=20&page=3')
})
