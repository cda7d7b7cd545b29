import { v4 as newToken } from 'uuid'
import { KEY_PERMISSIONS_CAPABILITY, type KeyInput, keyEntity } from '#contract/keys'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { useCapability } from '../../config'
import { keyFields } from './fields'

/** Only ids of tags are sent. Rules, "Keys". */
const toChange = ({ tags, ...input }: KeyInput) => ({ ...input, tags: tags.map(({ id }) => ({ id })) })

/** Edit mode of a key. Rules, "Keys". */
export function KeyEdit() {
  return <ResourceEdit fields={keyFields} schema={keyEntity.input} transform={toChange} />
}

/** Input of POST: the console creates the token. Rules, "Keys". */
const withToken = (input: KeyInput) => ({ id: newToken(), ...toChange(input) })

/** Older servers accept permissions only for an existing key. */
const withoutPermissions = keyEntity.input.omit({ permissions: true })

/** Dialog that creates a key; then its page opens. Rules, "Keys". */
export function KeyCreate(props: CreateDialogProps) {
  const schema = useCapability(KEY_PERMISSIONS_CAPABILITY) ? keyEntity.input : withoutPermissions
  return <ResourceCreate {...props} fields={keyFields} schema={schema} transform={withToken} />
}
