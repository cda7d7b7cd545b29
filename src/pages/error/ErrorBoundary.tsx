import { Component, type ReactNode } from 'react'
import { ErrorPage } from './ErrorPage'

interface ErrorBoundaryProps {
  /** When it changes, the children get another try. */
  resetKey?: string
  children: ReactNode
}

interface ErrorBoundaryState {
  caught: { error: unknown } | null
  resetKey: string | undefined
}

/** Shows the error page in place of children that failed. */
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
