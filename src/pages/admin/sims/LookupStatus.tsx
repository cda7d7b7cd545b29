import { Box, Button, LinearProgress } from '@mui/material'
import { msg as bulkMsg } from '../../../components/bulk/texts'
import { type MessageKey } from '../../../i18n/translate'
import type { Entry } from './reader'
import { msg, useTranslate } from './texts'
import type { Lookups } from './useLookups'

interface LookupStatusProps {
  entries: readonly Entry[]
  lookups: Lookups
  /** SIMs are being changed. */
  isBusy: boolean
}

/** Progress of the lookup, and actions for values that it did not find. */
export function LookupStatus({ entries, lookups, isBusy }: LookupStatusProps) {
  const translate = useTranslate()
  const { found, isRunning, lookUp, stop } = lookups
  const ids = entries.flatMap(({ id, isValid }) => (isValid ? [id] : []))
  const known = ids.filter((id) => found.has(id))
  const left = ids.filter((id) => !found.has(id))
  const isFailed = (id: string) => 'failure' in (found.get(id) ?? {})
  const failed = known.filter(isFailed)
  const counts: [MessageKey, number][] = [
    [msg('admin.sims.lookup.found'), known.length - failed.length],
    [msg('admin.sims.lookup.failed'), failed.length],
    [msg('admin.sims.lookup.left'), isRunning ? 0 : left.length],
  ]
  const text = counts
    .filter(([, count]) => count > 0)
    .map(([key, smart_count]) => translate(key, { smart_count }))
    .join(', ')
  const progress = translate('admin.sims.lookup.progress', { done: known.length, total: ids.length })
  return (
    <Box sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      {isRunning && (
        <LinearProgress
          variant="determinate"
          value={(100 * known.length) / ids.length}
          aria-label={translate('admin.sims.lookup.label')}
          sx={{ height: 8, borderRadius: 1, mb: 1 }}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 160 }}>
          {isRunning && <div>{progress}</div>}
          <span role={isRunning ? undefined : 'status'}>{text}</span>
        </Box>
        {isRunning && <Button onClick={stop}>{translate(bulkMsg('bulk.stop'))}</Button>}
        {!isRunning && left.length > 0 && (
          <Button disabled={isBusy} onClick={() => void lookUp(left)}>
            {translate('admin.sims.lookup.goOn', { smart_count: left.length })}
          </Button>
        )}
        {!isRunning && failed.length > 0 && (
          <Button disabled={isBusy} onClick={() => void lookUp(failed)}>
            {translate('admin.sims.lookup.retry', { smart_count: failed.length })}
          </Button>
        )}
      </Box>
    </Box>
  )
}
