import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useListContext } from 'react-admin'
import type { Device } from '#contract/devices'
import type { TagRef } from '#contract/tags'
import { BulkResults } from '../../../components/bulk/BulkResults'
import { remaining, useBulkRun } from '../../../components/bulk/runner'
import { shortenId } from '../../../components/page/CopyText'
import { useForget } from '../../../components/resource/ResourceForm'
import { TagSelect } from '../../../components/tags/TagsInput'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../../../i18n/translate'
import { type BulkKind, deleteWork, tagWork, withoutTags, withTags } from './work'

/** Asks what to do with the selected devices, does it, and shows how each of them fared. */
export default function BulkDialog({ kind, onClose }: { kind: BulkKind; onClose: () => void }) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const queryClient = useQueryClient()
  const { data, selectedIds, onSelect } = useListContext<Device>()
  const [ids] = useState(() => selectedIds.map(String))
  const [names] = useState(() => new Map(data?.map(({ id, name }) => [id, name])))
  const [tags, setTags] = useState<TagRef[]>([])
  const forget = useForget()
  const refresh = () => {
    forget()
    void queryClient.invalidateQueries({ queryKey: ['devices', 'getOne'] })
  }
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
          <BulkResults
            {...{ ids, outcomes, isRunning }}
            label={translate('devices.bulk.results')}
            nameOf={(id) => names.get(id) ?? shortenId(id)}
          />
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
            {translate(state === 'stopping' ? 'bulk.stopping' : 'bulk.stop')}
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
