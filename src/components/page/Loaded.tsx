import { Alert, type AlertProps, Button, keyframes, styled } from '@mui/material'
import type { ReactNode } from 'react'
import { Denied, isMissing, reasonOf } from '../../dataProvider/client'
import { useTranslateText } from '../../i18n'
import { useTranslate } from '../../i18n/translate'
import { NotFound } from './NotFound'

interface ActionAlertProps extends Pick<AlertProps, 'severity' | 'sx' | 'children'> {
  /** Text of the button. */
  action: string
  onAction: () => void
}

/** A notice with one action. */
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

/** Shows why something could not be loaded, with a retry button; nothing for a denied call. */
export const LoadFailed = (props: LoadFailedProps) =>
  props.error instanceof Denied ? null : <Failure {...props} />

export interface LoadedProps<Row> {
  /** The result of `useGetOne` or `useAnswer`. */
  query: { data?: Row; error: unknown; refetch: () => unknown }
  children: (row: Row) => ReactNode
  /** Placeholder while loading, in the final size. */
  outline?: ReactNode
}

const appear = keyframes({ to: { opacity: 1 } })

/** Placeholder lines. They appear after a delay, so that a fast answer does not flash. */
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

/**
 * Placeholder for loading content.
 * @param height of that content, in px
 */
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

/** Shows a record once it is loaded; before that a placeholder, "not found" or the error. */
export function Loaded<Row>({ query: { data, error, refetch }, children, outline }: LoadedProps<Row>) {
  if (data !== undefined) return children(data)
  if (isMissing(error)) return <NotFound />
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return outline ?? <Outline />
}
