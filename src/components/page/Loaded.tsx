import { Skeleton, Stack } from '@mui/material'
import type { ReactNode } from 'react'
import { isMissing } from '../../dataProvider/client'
import { useTranslate } from '../../i18n/translate'
import { LoadFailed } from './LoadFailed'
import { NotFound } from './NotFound'
import { wasDenied } from './useFailureToast'

interface LoadedProps<Row> {
  /** The answer of `useGetOne`. */
  query: { data?: Row; error: unknown; refetch: () => unknown }
  children: (row: Row) => ReactNode
}

/** Shows a record once it is there; before that its outline, or that it does not exist, or what went wrong. */
export function Loaded<Row>({ query: { data, error, refetch }, children }: LoadedProps<Row>) {
  const translate = useTranslate()
  if (data !== undefined) return wasDenied(data) ? null : children(data)
  if (isMissing(error)) return <NotFound />
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return (
    <Stack component="output" spacing={2} aria-label={translate('common.loading')}>
      <Skeleton variant="rounded" width={240} height={32} />
      <Skeleton variant="rounded" height={160} />
    </Stack>
  )
}
