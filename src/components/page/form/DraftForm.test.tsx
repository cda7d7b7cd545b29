import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TextInput } from 'react-admin'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { showPage } from '../../../../tests/support/console'
import { ApiError } from '../../../dataProvider/client'
import { readDraft, writeDraft } from '../drafts'
import { DraftForm } from '.'

interface Values {
  name: string
  comment: string
}
const KEY = 'draft:anna/devices/create'
const schema = z.object({ name: z.string(), comment: z.string() })
const codec = { fromForm: (values: Values) => values }
const initial: Values = { name: '', comment: '' }

test('a save that fails keeps what was typed, and what was offered before and not taken up', async () => {
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
