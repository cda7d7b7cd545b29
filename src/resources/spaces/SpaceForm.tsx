import { Box } from '@mui/material'
import { useDelete, useUpdate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { type Space, type SpaceInput, spaceInputSchema } from '#contract/spaces'
import { type Deletion, EditForm, NameInput, nameMessages } from '../../components/page/form'
import { useTranslate } from '../../i18n/translate'
import { spaceCodec } from './codec'

/** Edit mode of the space info page. Spec 1, section 2. */
export default function SpaceForm({ space }: { space: Space }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const [update] = useUpdate<Space>()
  const [deleteOne] = useDelete<Space>()
  const { id, name } = space

  const save = (data: SpaceInput) =>
    update('spaces', { id, data, previousData: space }, { returnPromise: true })
  const deletion: Deletion = {
    permission: 'space:delete',
    title: translate('spaces.delete.title', { name }),
    text: translate('spaces.delete.text'),
    run: () => deleteOne('spaces', { id, previousData: space }, { returnPromise: true }),
    onDeleted: () => void navigate('/spaces', { replace: true }),
  }

  return (
    <Box sx={{ maxWidth: 800 }}>
      <EditForm
        resource="spaces"
        row={space}
        schema={spaceInputSchema}
        codec={spaceCodec}
        messages={nameMessages}
        save={save}
        deletion={deletion}
      >
        <NameInput label="spaces.fields.name" prefix="space-" />
      </EditForm>
    </Box>
  )
}
