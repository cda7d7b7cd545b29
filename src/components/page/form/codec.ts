import type { FieldValues } from 'react-hook-form'

/** How a record becomes the values of its form, and these what is sent. */
export interface FormCodec<Row, Values extends FieldValues, Input> {
  toForm: (row: Row) => Values
  fromForm: (values: Values) => Input
  /** Name of the form's field for a path in what is sent, where they differ. */
  formPath?: (path: readonly PropertyKey[], values: Values) => string
}
