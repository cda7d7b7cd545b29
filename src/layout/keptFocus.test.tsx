import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useKeptFocus } from './keptFocus'

/** A page with a list whose items remove themselves, and a form that disappears when it is saved. */
function Page() {
  useKeptFocus('content')
  const [items, setItems] = useState(['first', 'second', 'third'])
  const [isEdited, setEdited] = useState(true)
  return (
    <main id="content" tabIndex={-1}>
      <h1 tabIndex={-1}>A page</h1>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <button type="button" onClick={() => setItems(items.filter((other) => other !== item))}>
              {item}
            </button>
          </li>
        ))}
      </ul>
      {isEdited && (
        <button type="button" onClick={() => setEdited(false)}>
          Save
        </button>
      )}
    </main>
  )
}

/** A page whose content loads. */
function LoadingPage() {
  useKeptFocus('content')
  const [isLoaded, setLoaded] = useState(false)
  return (
    <>
      <main id="content" tabIndex={-1}>
        {isLoaded && <h1 tabIndex={-1}>A page</h1>}
      </main>
      <button type="button" onClick={() => setTimeout(() => setLoaded(true))}>
        Load
      </button>
    </>
  )
}

test('the title of a page gets the focus from its content when it has loaded', async () => {
  render(<LoadingPage />)
  screen.getByRole('button', { name: 'Load' }).click()
  screen.getByRole('main').focus()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
})

test('the focus moves to the replacement of a removed element, otherwise to the title of the page', async () => {
  const user = userEvent.setup()
  render(<Page />)
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const isAt = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))
  await press('second')
  await isAt(screen.getByRole('button', { name: 'third' }))
  await press('third')
  await isAt(screen.getByRole('button', { name: 'first' }))
  await press('Save')
  await isAt(screen.getByRole('heading'))
})
