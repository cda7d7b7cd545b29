import { memo, type ReactNode } from 'react'

interface DetailsProps<Row> {
  row: Row
  expand: (row: Row) => ReactNode
}

const PlainDetails = <Row,>({ row, expand }: DetailsProps<Row>) => expand(row)

/** What a row expands to; it renders for another row only, not for another place of it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo's type forgets that the component is generic
export const Details = memo(PlainDetails) as typeof PlainDetails
