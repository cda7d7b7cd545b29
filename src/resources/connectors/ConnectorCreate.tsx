import { Stack } from '@mui/material'
import { SelectInput, useCreate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import {
  type Connector,
  CREATE_TRIGGERS,
  connectorInputSchema,
  connectorTypeSchema,
  DEFAULT_TRANSFORMATION,
} from '#contract/connectors'
import { CreateDialog, NameInput } from '../../components/page/form'
import type { CreateDialogProps } from '../../components/table'
import { TagsInput } from '../../components/tags/TagsInput'
import { toast } from '../../components/toast/toasts'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { createSchema, type NewConnectorValues, newConnectorCodec } from './form/codec'
import { DirectionInput } from './form/DirectionInput'
import { fieldMessages } from './form/fieldMessages'
import { TriggersInput } from './form/TriggersInput'

const INITIAL: NewConnectorValues = {
  name: null,
  type: 'webhook',
  direction: 'up',
  triggers: ['data'],
  tags: [],
  transformation: DEFAULT_TRANSFORMATION,
}

const TAKEN = { name: 'connectors.errors.nameTaken' }

/** All types are shown; only what can be made can be chosen. Spec 1, section 3. */
const TYPES = connectorTypeSchema.options.map((id) => ({
  id,
  name: `connectors.types.${id}`,
  disabled: !connectorInputSchema.shape.type.safeParse(id).success,
}))

/** Dialog that creates a connector with the default transformation; then its page opens. Spec 1, section 2. */
export default function ConnectorCreate({ open, onClose }: CreateDialogProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const [create] = useCreate<Connector>()
  const spaceId = useSpaceId()
  if (!open) return null

  const openConnector = ({ id }: Connector) => {
    toast({ kind: 'success', title: translate('connectors.create.done') })
    void navigate(`/space/${spaceId}/connectors/${id}`, { replace: true })
  }

  return (
    <CreateDialog
      resource="connectors"
      title={translate('connectors.create.title')}
      submitLabel={translate('connectors.create.label')}
      onClose={onClose}
      initial={INITIAL}
      schema={createSchema}
      codec={newConnectorCodec}
      messages={fieldMessages}
      taken={TAKEN}
      create={(data) => create('connectors', { data }, { returnPromise: true })}
      onCreated={openConnector}
    >
      <Stack sx={{ gap: 2 }}>
        <NameInput label="connectors.name" prefix="connector-" />
        <SelectInput
          source="type"
          label="connectors.type"
          choices={TYPES}
          helperText={false}
          isRequired
          fullWidth
        />
        <DirectionInput />
        <TriggersInput choices={CREATE_TRIGGERS} />
        <TagsInput label="connectors.tags" />
      </Stack>
    </CreateDialog>
  )
}
