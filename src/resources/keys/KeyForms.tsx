import { v4 as newToken } from 'uuid'
import { type KeyInput, keyEntity } from '#contract/keys'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { keyFields } from './fields'

/** Of the tags only their ids are sent. Spec 2, section 3. */
const toChange = ({ tags, ...input }: KeyInput) => ({ ...input, tags: tags.map(({ id }) => ({ id })) })

/** Edit mode of a key. Spec 2, section 2. */
export function KeyEdit() {
  return <ResourceEdit fields={keyFields} schema={keyEntity.input} transform={toChange} />
}

/** What POST sends: the token is made here. Spec 2, section 7. */
const withToken = (input: KeyInput) => ({ id: newToken(), ...toChange(input) })

/** Dialog that creates a key; then its page opens. Spec 2, section 2. */
export function KeyCreate(props: CreateDialogProps) {
  return <ResourceCreate {...props} fields={keyFields} schema={keyEntity.input} transform={withToken} />
}
