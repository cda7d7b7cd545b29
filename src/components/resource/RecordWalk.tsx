import PreviousIcon from '@mui/icons-material/ExpandLess'
import NextIcon from '@mui/icons-material/ExpandMore'
import { Box, IconButton } from '@mui/material'
import { useEffect, useState } from 'react'
import { type RaRecord, useCreatePath, useRecordContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { useGetList, useGetOne } from '../../dataProvider/queries'
import { useNumberText } from '../../numbers'
import { rememberPage } from '../address/lastSearch'
import { ReasonButton, useAddressParameter } from '../page'
import { useShortcutOf } from '../shortcuts/useShortcut'
import { useTranslate } from '../walk/texts'
import { extended, placeOf, readWalk, rememberWalk, type Walk } from '../walk/walk'
import { segmentOf, useDefinition, useResourceAddresses } from './definition'

/** How long a prefetched record counts as current, in milliseconds. */
const FRESH = 10_000

/** The rows of a page of the walked list; undefined until they are read. */
function usePage({ filter, sort, perPage }: Walk, page: number | undefined) {
  const { name } = useDefinition()
  const { data } = useGetList(
    name,
    { pagination: { page: page ?? 1, perPage }, sort, filter },
    // The page of the record must not report that a list failed.
    { enabled: page !== undefined, staleTime: FRESH, onError: () => undefined },
  )
  return page === undefined ? undefined : data
}

interface StepProps {
  way: 'next' | 'previous'
  /** Undefined if there is no further record. */
  id: string | undefined
  /** The page of the list that has it. */
  page: number
  list: string
  isLoading: boolean
}

/** Links to a neighbour, on the same tab of its page. */
function Step({ way, id, page, list, isLoading }: StepProps) {
  const translate = useTranslate()
  const shortcutOf = useShortcutOf()
  const { record } = useResourceAddresses()
  const [tab] = useAddressParameter('tab')
  const Icon = way === 'next' ? NextIcon : PreviousIcon
  const label = translate(`walk.${way}`)
  const keys = shortcutOf(`${way}Row`, label)
  if (id === undefined) {
    const reason = isLoading ? 'common.loading' : (`walk.${way === 'next' ? 'last' : 'first'}` as const)
    return (
      <ReasonButton
        aria-label={label}
        reason={translate(reason)}
        color="inherit"
        sx={{ minWidth: 0, p: 0.5 }}
      >
        <Icon fontSize="small" />
      </ReasonButton>
    )
  }
  return (
    <IconButton
      {...keys}
      component={Link}
      to={record(id) + (tab ? `?${new URLSearchParams({ tab })}` : '')}
      onClick={() => rememberPage(list, page)}
      rel={way === 'next' ? 'next' : 'prev'}
      aria-label={label}
      size="small"
    >
      <Icon fontSize="small" />
    </IconButton>
  )
}

/** The place of a record in the list that the person came from, with links to its neighbours. */
function Steps({ list, walk, record }: { list: string; walk: Walk; record: RaRecord }) {
  const translate = useTranslate()
  const number = useNumberText()
  const { name } = useDefinition()
  const place = placeOf(walk, String(record.id))
  const before = usePage(walk, place?.pageBefore)
  const after = usePage(walk, place?.pageAfter)
  const previous = place?.previous ?? before?.at(-1)?.id
  const next = place?.next ?? after?.[0]?.id
  // The next page opens at once; its own query reads it again.
  useGetOne(name, { id: next }, { enabled: next !== undefined, staleTime: FRESH, onError: () => undefined })
  const [toAfter, toBefore] = [place?.pageAfter, place?.pageBefore]
  useEffect(() => {
    let longer = walk
    if (toAfter !== undefined && after) longer = extended(longer, toAfter, after)
    if (toBefore !== undefined && before) longer = extended(longer, toBefore, before)
    if (longer !== walk) rememberWalk(list, longer)
  }, [list, walk, toAfter, toBefore, after, before])
  if (!place) return null
  const { position, pageBefore, pageAfter } = place
  /** The page of the list that has a neighbour: the one that was read for it, unless its id was known. */
  const pageOf = (known: string | undefined, read: number | undefined) =>
    (known === undefined ? read : placeOf(walk, known)?.page) ?? 1
  return (
    <Box
      component="nav"
      aria-label={translate('walk.label')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        my: -1,
        fontSize: '0.875rem',
        color: 'text.secondary',
      }}
    >
      {walk.total !== null && position <= walk.total && (
        <span>{translate('walk.place', { position: number(position), total: number(walk.total) })}</span>
      )}
      <Step
        way="previous"
        list={list}
        id={previous}
        page={pageOf(place.previous, pageBefore)}
        isLoading={pageBefore !== undefined && !before}
      />
      <Step
        way="next"
        list={list}
        id={next}
        page={pageOf(place.next, pageAfter)}
        isLoading={pageAfter !== undefined && !after}
      />
    </Box>
  )
}

/** Goes through the list that led to the current record, in its order and with its filters. Rules, "Going through a list". */
export default function RecordWalk() {
  const createPath = useCreatePath()
  const list = createPath({ resource: segmentOf(useDefinition()), type: 'list' })
  const record = useRecordContext()
  const [walk] = useState(() => readWalk(list))
  return walk && record ? <Steps list={list} walk={walk} record={record} /> : null
}
