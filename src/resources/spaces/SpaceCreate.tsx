import { useQueryClient } from '@tanstack/react-query'
import { useCreate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { v7 as newId } from 'uuid'
import { type Space, type SpaceInput, spaceInputSchema } from '#contract/spaces'
import { CreateDialog, NameInput, nameMessages } from '../../components/page/form'
import { useTranslate } from '../../i18n/translate'
import { spaceCodec } from './codec'

const EMPTY = { name: '' }

/** Creates a space and opens its devices. Spec 1, section 2. */
export default function SpaceCreate({ open, onClose }: { open: boolean; onClose: () => void }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [create] = useCreate<Space>()
  if (!open) return null

  const save = (input: SpaceInput) =>
    create(
      'spaces',
      { data: { id: newId(), created_at: new Date().toISOString(), ...input } },
      { returnPromise: true },
    )
  const openDevices = ({ id }: Space) => {
    void queryClient.invalidateQueries({ queryKey: ['spaces', 'getList'] })
    void navigate(`/space/${id}/devices`, { replace: true })
  }

  return (
    <CreateDialog
      resource="spaces"
      title={translate('spaces.create.title')}
      submitLabel={translate('spaces.create.action')}
      onClose={onClose}
      initial={EMPTY}
      schema={spaceInputSchema}
      codec={spaceCodec}
      messages={nameMessages}
      create={save}
      onCreated={openDevices}
    >
      <NameInput label="spaces.fields.name" prefix="space-" />
    </CreateDialog>
  )
}
