import NoMatchIcon from '@mui/icons-material/SearchOff'
import { Button, styled } from '@mui/material'
import { type ComponentType, useContext } from 'react'
import { useListContext } from 'react-admin'
import { FIRST_MESSAGE_AT } from '#contract/messages'
import { serverNow } from '../../../clock'
import { toIsoTime } from '../../../dataProvider/ranges'
import { textOf } from '../../../i18n'
import { type MessageKey, useTranslate } from '../../../i18n/translate'
import { type FilterValues, fallbackRanges } from '../address'
import type { EntityTexts } from '../types'
import { TableContext } from '../useTable'

const Message = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 12,
  minHeight: 200,
  padding: '32px 16px',
  textAlign: 'center',
  textWrap: 'balance',
  borderTop: `1px solid ${theme.palette.divider}`,
  color: theme.palette.text.secondary,
  p: { margin: 0, maxWidth: '56ch' },
  '& > span': {
    display: 'flex',
    padding: 12,
    borderRadius: '50%',
    backgroundColor: theme.palette.action.hover,
  },
  button: { marginTop: 4 },
}))

export interface NoRowsProps {
  /** The entity, if it can be created here. */
  entity?: EntityTexts
  /** Text for when rows will appear, if nothing can be created. */
  emptyText?: MessageKey
  /** Whether the person may create one; undefined while unknown. */
  canCreate?: boolean | undefined
  /** The icon of the rows in the menu. */
  icon?: ComponentType | undefined
}

/** All time, instead of default ranges. */
function atAnyTime(fallbacks: FilterValues): FilterValues {
  const range = { start: FIRST_MESSAGE_AT, end: toIsoTime(serverNow()) }
  return Object.fromEntries(Object.keys(fallbacks).map((source) => [source, range]))
}

/** Shows why there are no rows: because of filters, or because there are none. Rules, "Failures". */
export default function NoRows({ entity, emptyText = 'table.noData', canCreate, icon }: NoRowsProps) {
  const translate = useTranslate()
  const {
    filterValues,
    setFilters,
  }: { filterValues: FilterValues; setFilters: (values: FilterValues) => void } = useListContext()
  const fallbacks = fallbackRanges(useContext(TableContext)?.filters ?? [], filterValues)
  const isFiltered = Object.keys(filterValues).length > 0
  const forms = entity && {
    many: translate(textOf(entity, 'many')),
    first: translate(textOf(entity, 'first')),
  }
  const Icon = isFiltered ? NoMatchIcon : icon
  const empty = canCreate === false ? 'table.emptyForReader' : 'table.empty'
  return (
    <Message>
      {Icon && (
        <span aria-hidden="true">
          <Icon />
        </span>
      )}
      <p>
        {forms && !isFiltered ? translate(empty, forms) : translate(isFiltered ? 'table.noData' : emptyText)}
      </p>
      {Object.keys(fallbacks).length > 0 && (
        <Button variant="outlined" onClick={() => setFilters({ ...filterValues, ...atAnyTime(fallbacks) })}>
          {translate('table.date.anyTime')}
        </Button>
      )}
      {isFiltered && (
        <Button variant="outlined" onClick={() => setFilters({})}>
          {translate('table.filter.clearAll')}
        </Button>
      )}
    </Message>
  )
}
