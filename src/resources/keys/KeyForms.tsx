import { v4 as newToken } from 'uuid'
import { type KeyInput, keyEntity } from '#contract/keys'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { keyFields } from './fields'

/** Of the tags only their ids are sent. Rules, "Keys". */
const toChange = ({ tags, ...input }: KeyInput) => ({ ...input, tags: tags.map(({ id }) => ({ id })) })

/** Edit mode of a key. Rules, "Keys". */
export function KeyEdit() {
  return <ResourceEdit fields={keyFields} schema={keyEntity.input} transform={toChange} />
}

/** What POST sends: the token is made here. Rules, "Keys". */
const withToken = (input: KeyInput) => ({ id: newToken(), ...toChange(input) })

/** Dialog that creates a key; then its page opens. Rules, "Keys". */
export function KeyCreate(props: CreateDialogProps) {
  return <ResourceCreate {...props} fields={keyFields} schema={keyEntity.input} transform={withToken} />
}
