import FirstIcon from '@mui/icons-material/FirstPage'
import LastIcon from '@mui/icons-material/LastPage'
import PreviousIcon from '@mui/icons-material/NavigateBefore'
import NextIcon from '@mui/icons-material/NavigateNext'
import { IconButton, styled } from '@mui/material'
import { type ComponentType, useState } from 'react'
import { useListContext, useLocale } from 'react-admin'
import { type MessageKey, useTranslate } from '../../i18n/translate'
import { Input, NativeSelect } from './inputs'
import { clampPage, PAGE_SIZES, type Paging, pageCount, rangeOf } from './paging'

const Bar = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '8px 24px',
  padding: '8px 16px',
  ...theme.typography.body2,
  color: theme.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  '& > div': { display: 'flex', alignItems: 'center', gap: 4 },
}))

interface StepProps {
  label: MessageKey
  icon: ComponentType
  /** Undefined when there is no such page. */
  to: number | undefined
}

function Step({ label, icon: Icon, to }: StepProps) {
  const translate = useTranslate()
  const { setPage } = useListContext()
  const text = translate(label)
  return (
    <IconButton
      aria-label={text}
      title={text}
      disabled={to === undefined}
      onClick={() => to !== undefined && setPage(to)}
    >
      <Icon />
    </IconButton>
  )
}

interface PageInputProps {
  paging: Paging
  onChange: (page: number) => void
}

/** Number of the page; a typed number applies on Enter and when the input loses the focus. Spec 1, section 5. */
function PageInput({ paging, onChange }: PageInputProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState<string | null>(null)
  const apply = () => {
    if (typed === null) return
    const page = clampPage(typed, paging)
    setTyped(null)
    if (page !== paging.page) onChange(page)
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

function useRangeText(paging: Paging) {
  const translate = useTranslate()
  const numbers = new Intl.NumberFormat(useLocale())
  const range = rangeOf(paging)
  const from = numbers.format(range.from)
  const to = numbers.format(range.to)
  if (paging.total !== undefined)
    return translate('table.paging.range', { from, to, total: numbers.format(paging.total) })
  return translate(paging.hasNextPage ? 'table.paging.rangeOfMany' : 'table.paging.rangeOfUnknown', {
    from,
    to,
  })
}

/** Page size, range of the rows and links to the other pages. Spec 1, sections 5 and 9. */
export function Pagination() {
  const translate = useTranslate()
  const locale = useLocale()
  const { page, perPage, total, data, hasNextPage = false, setPage, setPerPage } = useListContext()
  const paging: Paging = { page, perPage, total, hasNextPage, rows: data?.length ?? 0 }
  const range = useRangeText(paging)
  const count = pageCount(paging)
  const more = count === undefined ? hasNextPage : page < count
  return (
    <Bar aria-label={translate('table.paging.label')}>
      <NativeSelect
        label={translate('table.paging.pageSize')}
        value={perPage}
        options={PAGE_SIZES.map((size) => ({ value: size, text: String(size) }))}
        onChange={setPerPage}
      />
      <span role="status">{paging.rows > 0 && range}</span>
      <div>
        <Step label="table.paging.first" icon={FirstIcon} to={page > 1 ? 1 : undefined} />
        <Step label="table.paging.previous" icon={PreviousIcon} to={page > 1 ? page - 1 : undefined} />
        <PageInput paging={paging} onChange={setPage} />
        {count !== undefined && (
          <span>
            {translate('table.paging.ofPages', { count: new Intl.NumberFormat(locale).format(count) })}
          </span>
        )}
        <Step label="table.paging.next" icon={NextIcon} to={more ? page + 1 : undefined} />
        <Step
          label="table.paging.last"
          icon={LastIcon}
          to={count !== undefined && page < count ? count : undefined}
        />
      </div>
    </Bar>
  )
}
