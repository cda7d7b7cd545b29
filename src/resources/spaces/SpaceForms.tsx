import { useNavigate } from 'react-router-dom'
import { v7 as newId } from 'uuid'
import { type SpaceInput, spaceInputSchema } from '#contract/spaces'
import { spaceAddresses } from '../../addresses'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { spaceFields } from './fields'

/** Edit mode of the space info page. Spec 1, section 2. */
export function SpaceEdit() {
  return <ResourceEdit fields={spaceFields} schema={spaceInputSchema} />
}

/** What POST sends besides the name. Spec 1, section 7. */
const withId = (input: SpaceInput) => ({ id: newId(), created_at: new Date().toISOString(), ...input })

/** Creates a space and opens its devices. Spec 1, section 2. */
export function SpaceCreate(props: CreateDialogProps) {
  const navigate = useNavigate()
  return (
    <ResourceCreate
      {...props}
      fields={spaceFields}
      schema={spaceInputSchema}
      transform={withId}
      onCreated={({ id }) => void navigate(spaceAddresses(String(id)).list('devices'), { replace: true })}
    />
  )
}
