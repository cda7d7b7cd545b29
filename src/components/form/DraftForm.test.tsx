import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TextInput } from 'react-admin'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { showPage } from '../../../tests/support/console'
import { ApiError } from '../../dataProvider/client'
import { readDraft, writeDraft } from '../draft/drafts'
import { DraftForm } from '.'

interface Values {
  name: string
  comment: string
}
const KEY = 'draft:anna/devices/create'
const schema = z.object({ name: z.string(), comment: z.string() })
const codec = { fromForm: (values: Values) => values }
const initial: Values = { name: '', comment: '' }

test('a failed save keeps the typed values, and an earlier draft that was not restored', async () => {
  writeDraft(KEY, { values: { comment: 'at the gate' } })
  const user = userEvent.setup({ delay: null })
  const refuse = () => Promise.reject(new ApiError(400, 'name is taken', Date.now()))
  const form = (
    <DraftForm draftKey={KEY} onSubmit={refuse} {...{ initial, schema, codec }}>
      <TextInput source="name" label="Name" />
      <TextInput source="comment" label="Comment" />
      <button type="submit">Send</button>
    </DraftForm>
  )
  showPage(form)
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'pump')
  const values = { name: 'pump', comment: 'at the gate' }
  await waitFor(() => expect(readDraft(KEY)).toEqual({ values }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(readDraft(KEY)).toEqual({ values, error: 'name is taken' }))
})

const rule = z.object({ name: z.string().min(3), comment: z.string().max(5) })

const showRuled = (send: () => Promise<boolean>) =>
  showPage(
    <DraftForm draftKey={KEY} onSubmit={send} {...{ initial, codec }} schema={rule}>
      <TextInput source="name" label="Name" />
      <TextInput source="comment" label="Comment" />
      <button type="submit">Send</button>
    </DraftForm>,
  )
const input = (name: string) => screen.findByRole('textbox', { name })
const isWrong = async (name: string) => (await input(name)).getAttribute('aria-invalid') === 'true'

test('an error disappears as soon as the value is valid: after leaving the field, after sending, after a refusal', async () => {
  const user = userEvent.setup({ delay: null })
  showRuled(() => Promise.reject(new ApiError(400, 'name is taken', Date.now())))
  await user.type(await input('Comment'), 'too long')
  await user.click(await input('Name'))
  await waitFor(async () => expect(await isWrong('Comment')).toBe(true))
  await user.type(await input('Comment'), '{Backspace}{Backspace}{Backspace}')
  await waitFor(async () => expect(await isWrong('Comment')).toBe(false))

  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(async () => expect(await isWrong('Name')).toBe(true))
  await user.type(await input('Name'), 'pump')
  await waitFor(async () => expect(await isWrong('Name')).toBe(false))
})

test('the error of a refused draft disappears as soon as the value changes', async () => {
  writeDraft(KEY, { values: { name: 'pump' }, error: 'name is taken', restore: true })
  const user = userEvent.setup({ delay: null })
  showRuled(() => Promise.resolve(true))
  await waitFor(async () => expect(await isWrong('Name')).toBe(true))
  await user.type(await input('Name'), '-2')
  await waitFor(async () => expect(await isWrong('Name')).toBe(false))
})
