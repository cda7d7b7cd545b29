import { Alert, type AlertProps, Box, Button, Skeleton, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { isMissing, reasonOf } from '../../dataProvider/client'
import { useTranslate, useTranslateText } from '../../i18n/translate'
import { PageHeader } from './PageHeader'
import { PageTitle } from './PageTitle'

interface ActionAlertProps extends Pick<AlertProps, 'severity' | 'sx' | 'children'> {
  /** What can be done about it, as the button says it. */
  action: string
  onAction: () => void
}

/** Style of a notice whose actions go below its text where there is no room beside it; the icon stays beside the text. */
export const wrapped = {
  flexWrap: 'wrap',
  '& > .MuiAlert-message': { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
} as const

/** A notice with one thing that can be done about it. */
export function ActionAlert({ action, onAction, ...props }: ActionAlertProps) {
  const button = (
    <Button color="inherit" size="small" onClick={onAction}>
      {action}
    </Button>
  )
  return <Alert {...props} action={button} />
}

/** Says why something could not be loaded, and offers to try again. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  return (
    <ActionAlert severity="error" action={translate('common.tryNow')} onAction={onRetry}>
      {translateText(reasonOf(error))}
    </ActionAlert>
  )
}

/** In place of a page that the person's role does not let them read; nothing of it was asked for. Spec 2, section 6. */
export function NotPermitted({ title }: { title: ReactNode }) {
  const translate = useTranslate()
  return (
    <>
      <PageHeader title={title} />
      <Alert severity="info">{translate('page.notPermitted')}</Alert>
    </>
  )
}

interface NotFoundProps {
  /** What is not there. */
  title?: ReactNode
  text?: ReactNode
  /** Where to go instead; the spaces unless given. */
  instead?: { label: string; to: string }
}

/** Shown where an address has no page, and for what is not there or not ours to see. */
export function NotFound({ title, text, instead }: NotFoundProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const missing = title ?? translate('page.notFound.title')
  return (
    <Box sx={{ maxWidth: 560, mx: 'auto', py: { xs: 4, sm: 10 }, textAlign: 'center' }}>
      <PageTitle name={typeof missing === 'string' ? missing : undefined} />
      <Typography
        aria-hidden
        sx={{ fontSize: '4rem', fontWeight: 700, lineHeight: 1, color: 'text.secondary' }}
      >
        404
      </Typography>
      <Typography variant="h1" sx={{ mt: 2, mb: 1 }}>
        {missing}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 3 }}>
        {text ?? translate('page.notFound.text')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
        <Button variant="contained" component={Link} to={instead?.to ?? '/spaces'}>
          {instead?.label ?? translate('page.notFound.toSpaces')}
        </Button>
        <Button onClick={() => void navigate(-1)}>{translate('page.notFound.back')}</Button>
      </Box>
    </Box>
  )
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0

/**
 * Whether it is what react-admin puts in the place of a denied call's answer, `{}` or `{ data: {} }`: the person is on the
 * way elsewhere.
 */
const isNothing = (data: unknown) =>
  isEmpty(data) || (typeof data === 'object' && data !== null && 'data' in data && isEmpty(data.data))

export interface LoadedProps<Row> {
  /** The answer of `useGetOne` or `useAnswer`. */
  query: { data?: Row | null; error: unknown; refetch: () => unknown }
  children: (row: Row) => ReactNode
}

/** In place of what is loading. */
export function Outline() {
  const translate = useTranslate()
  return (
    <Stack component="output" spacing={2} aria-label={translate('common.loading')}>
      <Skeleton variant="rounded" width={240} height={32} />
      <Skeleton variant="rounded" height={160} />
    </Stack>
  )
}

/** Shows a record once it is there; before that its outline, or that it does not exist, or what went wrong. */
export function Loaded<Row>({ query: { data, error, refetch }, children }: LoadedProps<Row>) {
  if (data === null) return null
  if (data !== undefined) return isNothing(data) ? null : children(data)
  if (isMissing(error)) return <NotFound />
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return <Outline />
}
