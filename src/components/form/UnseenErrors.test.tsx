import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TextInput } from 'react-admin'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { showPage } from '../../../tests/support/console'
import { DraftForm } from '.'

interface Values {
  name: string
  sensor: { channels: string[] }
}
const schema = z.object({
  name: z.string().min(1),
  sensor: z.object({ channels: z.array(z.string().max(3)) }),
})
const send = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true))

function showForm(channels: string[], name = 'pump') {
  const initial: Values = { name, sensor: { channels } }
  const codec = { fromForm: (values: Values) => values }
  const form = (
    <DraftForm draftKey={null} onSubmit={send} {...{ initial, schema, codec }}>
      <TextInput source="name" label="Name" />
      <button type="submit">Send</button>
    </DraftForm>
  )
  showPage(form)
}

beforeEach(() => void send.mockClear())

test('an error at a field without an input is shown with the path of the field', async () => {
  const user = userEvent.setup({ delay: null })
  showForm(['abc', 'long one'])
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(
    'A field that is not shown here has an error.sensor.channels.1: At most 3 characters',
  )
  await waitFor(() => expect(document.activeElement).toBe(alert))
  expect(send).not.toHaveBeenCalled()
})

test('an error at an input is shown only there', async () => {
  const user = userEvent.setup({ delay: null })
  showForm([], '')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Required')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
