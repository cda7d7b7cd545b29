import { keyframes, styled } from '@mui/material'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { connection } from '../dataProvider/connection'
import { usePublicTranslate } from '../i18n'
import { loadTexts, wantTexts } from '../i18n/catalogs'
import { toast } from './toast/toasts'

const failures = new WeakSet<object>()

/** Records errors of parts that failed to load, for example on pages opened before a deployment. */
export function watchLoadFailures() {
  window.addEventListener('vite:preloadError', ({ payload }) => failures.add(payload))
}

/** Whether an error comes from a part that failed to load. */
export const isLoadFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && failures.has(error)

/**
 * A component that loads at first use, with the texts that its code needs. Texts of `folders` load in parallel with the
 * code, others after it. If loading fails, the server may be down: the component waits until the server answers and
 * loads once more. A preloaded component renders at once; through `lazy`, React would briefly show a fallback.
 * Errors: loading fails although the server answers.
 */
export function lazyPart<Props extends object>(
  loadCode: () => Promise<{ default: ComponentType<Props> }>,
  ...folders: readonly string[]
) {
  const load = async () => {
    for (const folder of folders) wantTexts(folder)
    const [code] = await Promise.all([loadCode(), loadTexts()])
    await loadTexts()
    return code
  }
  const Late = lazy(() =>
    load().catch(async () => {
      connection.lost()
      await connection.whenRestored()
      return load()
    }),
  )
  let loaded: ComponentType<Props> | undefined
  function Part(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Late)
    return <Shown {...props} />
  }
  /** Loads the component ahead of its use. Never fails. */
  const preload = async () => {
    try {
      loaded = (await load()).default
    } catch {
      // The first use tries again.
    }
  }
  return Object.assign(Part, { preload })
}

/** Shows lazy parts after the page around them was painted, so that their code does not compete with it. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setShown(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isShown && <Suspense>{children}</Suspense>
}

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
  /** Closes the part, so that the person can open it again. */
  onClose: () => void
  children: ReactNode
}

/** Wraps a lazy part. If it fails to load, a toast suggests reloading the page, and the rest of the page stays. */
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

const appear = keyframes({ to: { opacity: 1 } })
const spin = keyframes({ to: { rotate: '360deg' } })

const Spinner = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.spacing(1.5),
  minHeight: 160,
  color: theme.palette.text.secondary,
  opacity: 0,
  animation: `${appear} 150ms 400ms forwards`,
  '&::before': {
    content: '""',
    width: 20,
    height: 20,
    borderRadius: '50%',
    border: '2px solid',
    borderRightColor: 'transparent',
    animation: `${spin} 1s linear infinite`,
  },
}))

/** Fallback for a loading page. It appears after a delay, so that a quick load does not flash. */
export function Waiting() {
  const translate = usePublicTranslate()
  return <Spinner role="status">{translate('common.loading')}</Spinner>
}
