import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { i18nIn } from '../../../tests/support/texts'
import { I18nRoot } from '../../i18n'
import { watchLoadFailures } from '../lazyPart'
import { Toaster } from '../toast/Toaster'
import { CodeEditor } from './CodeEditor'

const failure = vi.hoisted(() => new TypeError('Failed to fetch dynamically imported module'))

vi.mock('../lazyPart', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  lazyPart: () => () => {
    throw failure
  },
}))

function Body({ onSubmit, error }: { onSubmit: () => void; error?: string }) {
  const [value, setValue] = useState('app config mode lte')
  return (
    <CodeEditor
      label="Body"
      language="plaintext"
      value={value}
      onChange={setValue}
      onSubmit={onSubmit}
      error={error}
    />
  )
}

test('when the editor cannot be loaded, a text area keeps the text, the label, the error and Ctrl+Enter', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  watchLoadFailures()
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }))
  const submit = vi.fn<() => void>()
  render(
    <I18nRoot value={await i18nIn('en')}>
      <Body onSubmit={submit} error="There is something wrong." />
      <Toaster />
    </I18nRoot>,
  )
  const area = await screen.findByRole('textbox', { name: 'Body' })
  expect(area).toHaveProperty('value', 'app config mode lte')
  expect(area.getAttribute('aria-invalid')).toBe('true')
  const description = document.getElementById(area.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe('There is something wrong.')
  expect(await screen.findByText('This part of the console did not load')).toBeTruthy()

  const user = userEvent.setup({ delay: null })
  await user.type(area, '!')
  expect(area).toHaveProperty('value', 'app config mode lte!')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(submit).toHaveBeenCalledOnce()
})
