import { v4 as newToken } from 'uuid'
import { KEY_PERMISSIONS_CAPABILITY, type KeyInput, keyEntity } from '#contract/keys'
import { ACCESS_LIMITS_CAPABILITY } from '#contract/permissions'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { useCapability } from '../../config'
import { keyFields } from './fields'

/** Only ids of tags are sent. Rules, "Keys". */
const toChange = <Input extends Pick<KeyInput, 'tags'>>({ tags, ...input }: Input) => ({
  ...input,
  tags: tags.map(({ id }) => ({ id })),
})

/** Other servers know no end of a key. */
const END = { ends_at: true } as const

/** Edit mode of a key. Rules, "Keys". */
export function KeyEdit() {
  const isTimed = useCapability(ACCESS_LIMITS_CAPABILITY)
  const schema = isTimed ? keyEntity.input : keyEntity.input.omit(END)
  return <ResourceEdit fields={keyFields} schema={schema} transform={toChange} />
}

/** Input of POST: the console creates the token. Rules, "Keys". */
const withToken = <Input extends Pick<KeyInput, 'tags'>>(input: Input) => ({
  id: newToken(),
  ...toChange(input),
})

/** Dialog that creates a key; then its page opens. Rules, "Keys". */
export function KeyCreate(props: CreateDialogProps) {
  const isTimed = useCapability(ACCESS_LIMITS_CAPABILITY)
  // Older servers accept permissions only for an existing key.
  const hasPermissions = useCapability(KEY_PERMISSIONS_CAPABILITY)
  const schema = keyEntity.input.omit({ ...(!isTimed && END), ...(!hasPermissions && { permissions: true }) })
  return <ResourceCreate {...props} fields={keyFields} schema={schema} transform={withToken} />
}
