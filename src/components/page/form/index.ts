export { CreateDialog } from './CreateDialog'
export type { FormCodec } from './codec'
export { type Deletion, EditForm } from './EditForm'
export type { FieldMessages } from './resolver'
