export { LocalTable } from './LocalTable'
export { TableList } from './TableList'
export type { Choice, Column, ColumnFilter, CreateDialogProps, TableListProps } from './types'
