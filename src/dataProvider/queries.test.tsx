import { fireEvent, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { showPage } from '../../tests/support/console'
import { useSpaceport } from './queries'

test('the query function stays the same across renders', () => {
  const asked = new Set()
  function Effects() {
    const { ask } = useSpaceport()
    const [renders, setRenders] = useState(0)
    useEffect(() => {
      asked.add(ask)
    }, [ask])
    return (
      <button type="button" onClick={() => setRenders(renders + 1)}>
        {renders}
      </button>
    )
  }
  showPage(<Effects />)
  fireEvent.click(screen.getByRole('button', { name: '0' }))
  fireEvent.click(screen.getByRole('button', { name: '1' }))
  expect(screen.getByRole('button', { name: '2' })).toBeTruthy()
  expect(asked.size).toBe(1)
})
