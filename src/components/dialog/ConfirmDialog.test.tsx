import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { showPage } from '../../../tests/support/console'
import { ConfirmDialog } from './ConfirmDialog'

const user = userEvent.setup({ delay: null })

function show(typedName?: string) {
  const confirm = vi.fn<() => Promise<undefined>>(async () => undefined)
  const close = vi.fn<() => void>()
  showPage(
    <ConfirmDialog
      open
      title="Delete it?"
      confirmLabel="Delete"
      onConfirm={confirm}
      onClose={close}
      typedName={typedName}
    >
      It is gone then.
    </ConfirmDialog>,
  )
  return { confirm, close }
}

const remove = () => screen.findByRole('button', { name: 'Delete' })
const field = () => screen.findByRole('textbox', { name: 'To confirm, type “glass-house”.' })
const said = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent

test('without a name to type, Cancel has the focus, and Enter changes nothing', async () => {
  const { confirm, close } = show()
  expect((await remove()).getAttribute('aria-disabled')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Cancel')
  await user.keyboard('{Enter}')
  expect(close).toHaveBeenCalledOnce()
  expect(confirm).not.toHaveBeenCalled()
})

test.each([' ', 'glass', 'Glass-House', 'glass-house2'])('"%s" is not the name', async (typed) => {
  const { confirm } = show('glass-house')
  expect(document.activeElement).toBe(await field())
  await user.keyboard(typed)
  await user.keyboard('{Enter}')
  const button = await remove()
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(said(button)).toBe('To confirm, type “glass-house”.')
  await user.click(button)
  expect(confirm).not.toHaveBeenCalled()
})

test('with the name, Enter confirms', async () => {
  const { confirm } = show('glass-house')
  await user.type(await field(), 'glass-house{Enter}')
  expect(confirm).toHaveBeenCalledOnce()
})

test('with the name, the button confirms; a pasted name may have spaces around it', async () => {
  const { confirm } = show('glass-house')
  await user.click(await field())
  await user.paste(' glass-house ')
  const button = await remove()
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  await user.click(button)
  expect(confirm).toHaveBeenCalledOnce()
})

test('the name must only be typed as it is displayed', async () => {
  const { confirm } = show(' glass\u00a0 hou\u0301se ')
  await user.type(await screen.findByRole('textbox'), 'glass hoúse{Enter}')
  expect(confirm).toHaveBeenCalledOnce()
})

test('it cannot be confirmed again while it runs', async () => {
  const { confirm } = show('glass-house')
  let done: (value: undefined) => void = () => undefined
  confirm.mockReturnValueOnce(new Promise((resolve) => (done = resolve)))
  await user.type(await field(), 'glass-house{Enter}{Enter}')
  expect(confirm).toHaveBeenCalledOnce()
  done(undefined)
})
