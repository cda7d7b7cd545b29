import { Button, styled } from '@mui/material'
import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'
import { useTranslate } from '../../i18n/translate'
import { Skeleton } from './Skeleton'

const Message = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 16,
  minHeight: 200,
  padding: '32px 16px',
  textAlign: 'center',
  textWrap: 'balance',
  borderBlock: `1px solid ${theme.palette.divider}`,
  color: theme.palette.text.secondary,
  p: { margin: 0, maxWidth: '56ch' },
}))

const Failure = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  padding: '12px 16px',
  borderTop: `1px solid ${theme.palette.divider}`,
  color: theme.palette.error.main,
}))

/** The list failed to load; rows that are on screen stay. Spec 1, section 4. */
function LoadFailure() {
  const translate = useTranslate()
  const { refetch } = useListContext()
  return (
    <Failure role="alert">
      <span>{translate('table.error')}</span>
      <Button size="small" variant="outlined" color="inherit" onClick={() => void refetch()}>
        {translate('table.retry')}
      </Button>
    </Failure>
  )
}

/** There are no rows: because of the filters, or none at all. Spec 1, sections 4 and 8. */
function NoRows({ entity }: { entity?: string }) {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  if (Object.keys(filterValues).length > 0)
    return (
      <Message>
        <p>{translate('table.noData')}</p>
        <Button variant="outlined" onClick={() => setFilters({})}>
          {translate('table.filter.clearAll')}
        </Button>
      </Message>
    )
  return (
    <Message>
      <p>
        {entity
          ? translate('table.empty', {
              many: translate(`${entity}.many`),
              first: translate(`${entity}.first`),
            })
          : translate('table.noData')}
      </p>
    </Message>
  )
}

interface TableStateProps {
  columns: readonly unknown[]
  isWide: boolean
  /** Message key of the entity's forms, where a person can create one. */
  entity?: string
  /** The rows. */
  children: ReactNode
}

/** Shows the rows, or why there are none: loading, failed, empty. Spec 1, section 4, "Tables". */
export function TableState({ columns, isWide, entity, children }: TableStateProps) {
  const { data, error, isPlaceholderData, perPage } = useListContext()
  const waiting = !data || (isPlaceholderData && data.length === 0)
  return (
    <>
      {error && <LoadFailure />}
      {waiting && !error && <Skeleton rows={Math.min(perPage, 10)} columns={isWide ? columns.length : 1} />}
      {!waiting && (data.length > 0 ? children : !error && <NoRows entity={entity} />)}
    </>
  )
}
