import { memo } from 'react'
import { type RaRecord } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { Checkbox } from './Checkbox'
import { ExpandButton } from './ExpandButton'
import type { RowProps } from './GridRow'

interface CardItemProps<Row extends RaRecord> extends RowProps<Row> {
  /** Number of rows in the whole list; -1 while unknown. */
  total: number
  /** Height in px of the cards that were left out before it. */
  gap: number
}

type Content<Row extends RaRecord> = Omit<
  CardItemProps<Row>,
  'index' | 'position' | 'total' | 'gap' | 'measure'
>

function PlainCardContent<Row extends RaRecord>({ row, ...props }: Content<Row>) {
  const translate = useTranslate()
  const { columns, rowLabel, expand, expanded } = props
  const label = rowLabel(row)
  const title = columns.find(({ primary }) => primary) ?? columns[0]
  return (
    <>
      <div className="top">
        {props.selectable && (
          <Checkbox
            label={translate('table.selection.row', { label })}
            checked={props.selected}
            onChange={() => props.onToggle(row.id)}
          />
        )}
        <h2>{title?.cell(row)}</h2>
        {expand && <ExpandButton label={label} expanded={expanded} onClick={() => props.onExpand(row.id)} />}
      </div>
      <dl>
        {columns
          .filter((column) => column !== title)
          .map(({ id, label, cell }) => (
            <div key={id}>
              <dt>{translate(label)}</dt>
              <dd>{cell(row)}</dd>
            </div>
          ))}
      </dl>
      {expand && expanded && <div className="details">{expand(row)}</div>}
    </>
  )
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo's type forgets that the component is generic
const CardContent = memo(PlainCardContent) as typeof PlainCardContent

function PlainCardItem<Row extends RaRecord>(props: CardItemProps<Row>) {
  const { index, position, total, gap, measure, ...content } = props
  return (
    <li
      ref={measure}
      data-index={index}
      data-row={content.row.id}
      data-selected={content.selected || undefined}
      aria-posinset={position}
      aria-setsize={total}
      style={gap > 0 ? { marginTop: gap } : undefined}
    >
      <CardContent {...content} />
    </li>
  )
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo's type forgets that the component is generic
export const CardItem = memo(PlainCardItem) as typeof PlainCardItem
