import FirstIcon from '@mui/icons-material/FirstPage'
import LastIcon from '@mui/icons-material/LastPage'
import PreviousIcon from '@mui/icons-material/NavigateBefore'
import NextIcon from '@mui/icons-material/NavigateNext'
import { IconButton, styled } from '@mui/material'
import { type ComponentType, useContext, useState } from 'react'
import { useListContext, useLocale } from 'react-admin'
import { type MessageKey, useTranslate } from '../../../i18n/translate'
import { LoadingButton } from '../../action/LoadingButton'
import { Input, NativeSelect } from '../inputs'
import { clampPage, DEFAULT_PAGE_SIZE, PAGE_SIZES, type Paging, pageCount, rangeOf } from './paging'
import { MoreContext } from './useCounted'

const Bar = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '8px 24px',
  // As high with only a count as with all controls, so that nothing moves when the count arrives.
  minHeight: 56,
  padding: '8px 16px',
  ...theme.typography.body2,
  color: theme.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  '& > div': { display: 'flex', alignItems: 'center', gap: 4, whiteSpace: 'nowrap' },
  '& > div:first-of-type': { marginRight: 'auto' },
}))

/** Reserves room for "of 60", which arrives with the count. */
const OfPages = styled('span')({ minWidth: 40 })

interface StepProps {
  label: MessageKey
  icon: ComponentType
  /** The page to open. */
  to: number
}

function Step({ label, icon: Icon, to }: StepProps) {
  const translate = useTranslate()
  const { page, setPage } = useListContext()
  const text = translate(label)
  return (
    <IconButton aria-label={text} title={text} disabled={to === page} onClick={() => setPage(to)}>
      <Icon />
    </IconButton>
  )
}

/** The page number; a typed number applies on Enter or blur. Rules, "Tables". */
function PageInput({ paging }: { paging: Paging }) {
  const translate = useTranslate()
  const { setPage } = useListContext()
  const [typed, setTyped] = useState<string | null>(null)
  const apply = () => {
    if (typed === null) return
    const page = clampPage(typed, paging)
    setTyped(null)
    if (page !== paging.page) setPage(page)
  }
  return (
    <Input
      inputMode="numeric"
      aria-label={translate('table.paging.page')}
      value={typed ?? paging.page}
      style={{ width: 56, textAlign: 'center' }}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}

/** The number of rows; if there are several pages, the current range and links to the other pages. Rules, "Tables". */
export function Pagination({ sizes = PAGE_SIZES }: { sizes?: readonly number[] }) {
  const translate = useTranslate()
  const numbers = new Intl.NumberFormat(useLocale())
  const { page, perPage, total, data, hasNextPage = false, setPerPage } = useListContext()
  const more = useContext(MoreContext)
  const rows = data?.length ?? 0
  const paging: Paging = { page, perPage, total, atLeast: more?.atLeast, hasNextPage, rows }
  const { from, to } = rangeOf(paging)
  const count = pageCount(paging)
  const hasMore = count === undefined ? hasNextPage : page < count
  const isOnly = page === 1 && !hasMore
  const known = total ?? Math.max(to, more?.atLeast ?? 0)
  // Before the height of the rows is known, it would be at the wrong place.
  if (!data || (isOnly && known === 0)) return null
  const range = total !== undefined ? 'range' : more ? 'rangeOfAtLeast' : 'rangeOfUnknown'
  const of = { from: numbers.format(from), to: numbers.format(to), total: numbers.format(known) }
  return (
    <Bar aria-label={translate('table.paging.label')}>
      <div>
        <span role="status">{rows > 0 && translate(`table.paging.${isOnly ? 'all' : range}`, of)}</span>
        {more && (
          <LoadingButton size="small" loading={more.isCounting} onClick={more.countAll}>
            {translate('table.paging.countAll')}
          </LoadingButton>
        )}
      </div>
      {sizes.length > 1 && known > (isOnly ? DEFAULT_PAGE_SIZE : 0) && (
        <NativeSelect
          label={translate('table.paging.pageSize')}
          value={perPage}
          options={sizes.map((size) => ({ value: size, text: String(size) }))}
          onChange={setPerPage}
        />
      )}
      {!isOnly && (
        <div>
          <Step label="table.paging.first" icon={FirstIcon} to={1} />
          <Step label="table.paging.previous" icon={PreviousIcon} to={Math.max(page - 1, 1)} />
          <PageInput paging={paging} />
          <OfPages>
            {count !== undefined && translate('table.paging.ofPages', { count: numbers.format(count) })}
          </OfPages>
          <Step label="table.paging.next" icon={NextIcon} to={hasMore ? page + 1 : page} />
          <Step label="table.paging.last" icon={LastIcon} to={count ?? page} />
        </div>
      )}
    </Bar>
  )
}
