import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { memo, useId, useState } from 'react'
import { useListContext } from 'react-admin'
import type { Device } from '#contract/devices'
import type { TagRef } from '#contract/tags'
import { shortenId } from '../../../components/page/CopyText'
import { TagSelect } from '../../../components/tags/TagsInput'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate, useTranslateText } from '../../../i18n/translate'
import { type Outcome, type Outcomes, remaining, useBulkRun } from './runner'
import { type BulkKind, deleteWork, tagWork, withoutTags, withTags } from './work'

const STATES = ['failed', 'skipped', 'done', 'unchanged'] as const
const COLORS = {
  waiting: 'text.secondary',
  done: 'success.main',
  unchanged: 'text.secondary',
  skipped: 'text.secondary',
  failed: 'error.main',
}

const Row = memo(function Row({ name, outcome }: { name: string; outcome: Outcome | undefined }) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const state = outcome?.state ?? 'waiting'
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, py: 0.75, borderTop: 1, borderColor: 'divider' }}
    >
      <Box component="span" sx={{ flex: '1 1 160px', overflowWrap: 'anywhere' }}>
        {name}
      </Box>
      <Box component="span" sx={{ color: COLORS[state] }}>
        {translate(`devices.bulk.states.${state}`)}
      </Box>
      {outcome?.state === 'failed' && (
        <Typography
          variant="body2"
          color="text.secondary"
          sx={{ flexBasis: '100%', overflowWrap: 'anywhere' }}
        >
          {translateText(outcome.message)}
        </Typography>
      )}
    </Box>
  )
})

interface BulkResultsProps {
  ids: readonly string[]
  outcomes: Outcomes
  nameOf: (id: string) => string
  isRunning: boolean
}

/** How far a bulk run is and how each device fared; when it ended, those that need attention come first. */
function BulkResults({ ids, outcomes, nameOf, isRunning }: BulkResultsProps) {
  const translate = useTranslate()
  const numbers = { done: outcomes.size, total: ids.length }
  const ended = (state: Outcome['state']) => ids.filter((id) => outcomes.get(id)?.state === state)
  const rows = isRunning ? ids : STATES.flatMap(ended)
  const counts = STATES.map((state) => [state, ended(state).length] as const).filter(([, count]) => count > 0)
  return (
    <>
      <LinearProgress
        variant="determinate"
        value={(100 * numbers.done) / numbers.total}
        aria-label={translate('devices.bulk.progressLabel')}
        sx={{ height: 8, borderRadius: 1 }}
      />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, my: 1 }}>
        <span role={isRunning ? undefined : 'status'}>
          {counts
            .map(([state, count]) => translate(`devices.bulk.counts.${state}`, { smart_count: count }))
            .join(', ')}
        </span>
        <span>{translate('devices.bulk.progress', numbers)}</span>
      </Box>
      <Box
        component="ul"
        aria-label={translate('devices.bulk.results')}
        sx={{ listStyle: 'none', m: 0, p: 0, fontVariantNumeric: 'tabular-nums' }}
      >
        {rows.map((id) => (
          <Row key={id} name={nameOf(id)} outcome={outcomes.get(id)} />
        ))}
      </Box>
    </>
  )
}

/** Asks what to do with the selected devices, does it, and shows how each of them fared. */
export default function BulkDialog({ kind, onClose }: { kind: BulkKind; onClose: () => void }) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const queryClient = useQueryClient()
  const { data, selectedIds, onSelect } = useListContext<Device>()
  const [ids] = useState(() => selectedIds.map(String))
  const [names] = useState(() => new Map(data?.map(({ id, name }) => [id, name])))
  const [tags, setTags] = useState<TagRef[]>([])
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['devices'] })
  const { state, outcomes, start, stop } = useBulkRun(refresh)
  const titleId = useId()

  const isDelete = kind === 'delete'
  const count = { smart_count: ids.length }
  const left = remaining(ids, outcomes)
  const isRunning = state === 'running' || state === 'stopping'

  const run = () => {
    const tools = { dataProvider, stop }
    const change = kind === 'addTags' ? withTags(tags) : withoutTags(tags)
    void start(left, isDelete ? deleteWork(tools) : tagWork(tools, change))
  }
  const close = () => {
    if (isRunning) return
    if (state === 'finished') onSelect(left)
    onClose()
  }

  return (
    <Dialog open fullWidth maxWidth="sm" onClose={close} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {translate(
          state === 'idle' || !isDelete ? `devices.bulk.${kind}Title` : 'devices.bulk.deleteSubmit',
          count,
        )}
      </DialogTitle>
      <DialogContent>
        {state !== 'idle' && (
          <BulkResults {...{ ids, outcomes, isRunning }} nameOf={(id) => names.get(id) ?? shortenId(id)} />
        )}
        {state === 'idle' && isDelete && (
          <DialogContentText>{translate('devices.bulk.deleteText', count)}</DialogContentText>
        )}
        {state === 'idle' && !isDelete && (
          <div style={{ paddingTop: 8 }}>
            <TagSelect label={translate('devices.tags')} value={tags} onChange={setTags} />
          </div>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {isRunning && (
          <Button onClick={stop} disabled={state === 'stopping'}>
            {translate(state === 'stopping' ? 'devices.bulk.stopping' : 'devices.bulk.stop')}
          </Button>
        )}
        {state === 'idle' && (
          <>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, and here on what harms nothing */}
            <Button autoFocus={isDelete} onClick={close}>
              {translate('page.cancel')}
            </Button>
            <Button
              variant="contained"
              color={isDelete ? 'error' : 'primary'}
              disabled={!isDelete && tags.length === 0}
              onClick={run}
            >
              {isDelete ? translate('devices.bulk.deleteSubmit', count) : translate(`devices.bulk.${kind}`)}
            </Button>
          </>
        )}
        {state === 'finished' && (
          <>
            {left.length > 0 && (
              <Button onClick={run}>{translate('devices.bulk.retry', { smart_count: left.length })}</Button>
            )}
            <Button variant="contained" onClick={close}>
              {translate('common.close')}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}
