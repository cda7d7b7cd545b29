import { Component, type ReactNode, Suspense } from 'react'
import { usePublicTranslate } from '../i18n'
import { isLoadFailure } from './loadFailures'
import { toast } from './toast/toasts'

interface BoundaryProps {
  onLoadFailure: () => void
  children: ReactNode
}

class LoadBoundary extends Component<BoundaryProps, { caught: { error: unknown } | null }> {
  override state: { caught: { error: unknown } | null } = { caught: null }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override componentDidCatch(error: unknown) {
    if (isLoadFailure(error)) this.props.onLoadFailure()
  }

  override render() {
    const { caught } = this.state
    if (!caught) return this.props.children
    if (!isLoadFailure(caught.error)) throw caught.error
    return null
  }
}

interface PartFrameProps {
  /** Closes the part, so that the person can ask for it again. */
  onClose: () => void
  children: ReactNode
}

/**
 * Around a part that loads at its first use, in a page that must not be lost with it: when the part cannot be
 * fetched, a toast advises to reload, and everything else stays.
 */
export function PartFrame({ onClose, children }: PartFrameProps) {
  const translate = usePublicTranslate()
  const onLoadFailure = () => {
    toast({
      kind: 'error',
      title: translate('common.notLoaded'),
      description: translate('common.notLoadedHint'),
    })
    onClose()
  }
  return (
    <LoadBoundary onLoadFailure={onLoadFailure}>
      <Suspense>{children}</Suspense>
    </LoadBoundary>
  )
}
