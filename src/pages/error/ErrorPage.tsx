import { Box, Button, Typography } from '@mui/material'
import { Component, type ReactNode } from 'react'
import { addresses } from '../../addresses'
import { isLoadFailure } from '../../components/lazyPart'
import { useLanguage } from '../../preferences'
import cs from './messages.cs'
import en from './messages.en'

/** An error as text: name, message, stack, then its causes. Rules, "Addresses". */
export function serializeError(error: unknown): string {
  if (!(error instanceof Error))
    return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error))
  const title = `${error.name}: ${error.message}`
  const stack = error.stack ?? ''
  const text = stack.startsWith(title) || stack === '' ? stack || title : `${title}\n${stack}`
  return error.cause === undefined ? text : `${text}\nCaused by ${serializeError(error.cause)}`
}

/** Shown when the console itself fails. It needs no catalog, no router and no theme. Rules, "Addresses". */
export function ErrorPage({ error }: { error: unknown }) {
  const texts = { en, cs }[useLanguage()]
  const { title, text } = isLoadFailure(error) ? texts.notLoaded : texts
  return (
    <Box role="alert" sx={{ maxWidth: 800, mx: 'auto', p: { xs: 2, sm: 4 } }}>
      <Typography variant="h1" gutterBottom>
        {title}
      </Typography>
      <Typography sx={{ mb: 3 }}>{text}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 3 }}>
        <Button variant="contained" onClick={() => window.location.reload()}>
          {texts.reload}
        </Button>
        <Button href={addresses.spaces}>{texts.toSpaces}</Button>
      </Box>
      <details open={!isLoadFailure(error)}>
        <summary>{texts.details}</summary>
        <Box
          component="pre"
          sx={{
            p: 2,
            border: '1px solid',
            borderColor: 'divider',
            borderRadius: 1,
            overflow: 'auto',
            fontSize: '0.8125rem',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {serializeError(error)}
        </Box>
      </details>
    </Box>
  )
}

interface ErrorBoundaryProps {
  /** When it changes, the children render again. */
  resetKey?: string
  children: ReactNode
}

interface ErrorBoundaryState {
  caught: { error: unknown } | null
  resetKey: string | undefined
}

/** Shows the error page if children fail to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: null, resetKey: this.props.resetKey }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return resetKey === state.resetKey ? null : { caught: null, resetKey }
  }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override render() {
    const { caught } = this.state
    return caught ? <ErrorPage error={caught.error} /> : this.props.children
  }
}
