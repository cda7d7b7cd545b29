import { Alert, type AlertProps, Button, keyframes, styled } from '@mui/material'
import type { ReactNode } from 'react'
import { Denied, isMissing, reasonOf } from '../../dataProvider/client'
import { useTranslateText } from '../../i18n'
import { useTranslate } from '../../i18n/translate'
import { NotFound } from './NotFound'

interface ActionAlertProps extends Pick<AlertProps, 'severity' | 'sx' | 'children'> {
  /** What can be done about it, as the button says it. */
  action: string
  onAction: () => void
}

/** A notice with one thing that can be done about it. */
export function ActionAlert({ action, onAction, ...props }: ActionAlertProps) {
  const button = (
    <Button color="inherit" size="small" onClick={onAction}>
      {action}
    </Button>
  )
  return <Alert {...props} action={button} />
}

interface LoadFailedProps {
  error: unknown
  onRetry: () => void
}

function Failure({ error, onRetry }: LoadFailedProps) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  return (
    <ActionAlert severity="error" action={translate('common.tryNow')} onAction={onRetry}>
      {translateText(reasonOf(error))}
    </ActionAlert>
  )
}

/** Says why something could not be loaded, and offers to try again; nothing of a denied call. */
export const LoadFailed = (props: LoadFailedProps) =>
  props.error instanceof Denied ? null : <Failure {...props} />

export interface LoadedProps<Row> {
  /** The answer of `useGetOne` or `useAnswer`. */
  query: { data?: Row; error: unknown; refetch: () => unknown }
  children: (row: Row) => ReactNode
  /** In its place while it loads, in the size that it will have. */
  outline?: ReactNode
}

const appear = keyframes({ to: { opacity: 1 } })

/** Lines of text that are not there yet. They appear after a moment, so that a fast answer doesn't flash. */
const Lines = styled('output')(({ theme }) => ({
  display: 'block',
  boxSizing: 'border-box',
  opacity: 0,
  animation: `${appear} 150ms 250ms forwards`,
  '& > i': {
    display: 'block',
    height: 10,
    marginBlock: 11,
    borderRadius: 5,
    backgroundColor: theme.palette.action.hover,
    '&:nth-of-type(1)': { width: '32%' },
    '&:nth-of-type(2)': { width: '86%' },
    '&:nth-of-type(3)': { width: '64%' },
  },
}))

/** In place of what is loading. @param height of what it stands for, in px */
export function Outline({ height = 208 }: { height?: number }) {
  const translate = useTranslate()
  return (
    <Lines aria-label={translate('common.loading')} style={{ height }}>
      <i />
      <i />
      <i />
    </Lines>
  )
}

/** Shows a record once it is there; before that its outline, or that it does not exist, or what went wrong. */
export function Loaded<Row>({ query: { data, error, refetch }, children, outline }: LoadedProps<Row>) {
  if (data !== undefined) return children(data)
  if (isMissing(error)) return <NotFound />
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return outline ?? <Outline />
}
