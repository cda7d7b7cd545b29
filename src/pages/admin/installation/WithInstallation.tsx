import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { type Installation, installationApi } from '#contract/admin'
import { serverTimeOf } from '../../../clock'
import { ActionAlert, Loaded, useNow } from '../../../components/page'
import { useAnswer } from '../../../dataProvider/answers'
import { useTranslate } from '../texts'
import { useFormats } from './format'

/** Milliseconds between two polls; a hidden page does not poll. */
const REFRESH_EVERY = 60_000
const REDRAW_EVERY = 15_000

/** Says that the numbers are old, and offers a reload. */
function Stale({ at, onRetry }: { at: number; onRetry: () => void }) {
  const translate = useTranslate()
  const { relative } = useFormats()
  const ago = relative(new Date(serverTimeOf(at)).toISOString(), useNow(REDRAW_EVERY))
  return (
    <Box sx={{ mb: 3 }}>
      <ActionAlert severity="warning" action={translate('common.tryNow')} onAction={onRetry}>
        {translate('admin.state.stale', { ago })}
      </ActionAlert>
    </Box>
  )
}

interface WithInstallationProps {
  /** Shown while it loads. */
  outline: ReactNode
  children: (installation: Installation) => ReactNode
}

/** State of the whole installation, polled each minute. */
export function WithInstallation({ outline, children }: WithInstallationProps) {
  const query = useAnswer(installationApi.get, { refetchInterval: REFRESH_EVERY })
  const { isPending, isRefetchError, dataUpdatedAt, refetch } = query
  if (isPending) return outline
  return (
    <Loaded query={query}>
      {(installation) => (
        <>
          {isRefetchError && <Stale at={dataUpdatedAt} onRetry={() => void refetch()} />}
          {children(installation)}
        </>
      )}
    </Loaded>
  )
}
