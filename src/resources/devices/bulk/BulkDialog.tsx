import { Button, DialogContentText } from '@mui/material'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import type { Device } from '#contract/devices'
import type { TagRef } from '#contract/tags'
import { NameList } from '../../../components/bulk/NameList'
import { TagSelect } from '../../../components/tags/TagsInput'
import { DeletionNote } from '../../../components/trash/DeletionNote'
import { useDeletion } from '../../../components/trash/useDeletion'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'
import { DeviceRunDialog, useDeviceRun, useRunTitle } from './DeviceRunDialog'
import { type BulkKind, deviceJob } from './work'

interface BulkDialogProps {
  kind: BulkKind
  /** The selected devices, and those that the list does not show. */
  devices: readonly Device[]
  hidden: readonly Device[]
  onClose: () => void
}

/** Asks for confirmation, changes the selected devices, and shows the result of each. */
export default function BulkDialog({ kind, devices, hidden, onClose }: BulkDialogProps) {
  const translate = useTranslate()
  const titleOf = useRunTitle()
  const dataProvider = useSpaceport()
  const { onSelect } = useListContext<Device>()
  // Keeps the devices of the confirmation, even if the list behind changes.
  const [asked] = useState({ devices, hidden: new Set(hidden.map(({ id }) => id)) })
  const [ids] = useState(() => devices.map(({ id }) => id))
  const [names] = useState(() => new Map(devices.map(({ id, name }) => [id, name])))
  const [tags, setTags] = useState<TagRef[]>([])
  const deletion = useDeletion('devices')
  const run = useDeviceRun({ ...(kind === 'delete' && { limit: deletion.limit }), onEnd: deletion.onEnd })

  const isDelete = kind === 'delete'
  const count = { smart_count: ids.length }
  const start = () => {
    void run.start(ids, kind === 'delete' ? deletion.job : deviceJob(dataProvider, { kind, tags }))
  }
  const close = () => {
    if (run.state === 'finished')
      onSelect(ids.filter((id) => !['done', 'unchanged'].includes(run.outcomes.get(id)?.state ?? '')))
    onClose()
  }

  const content = (
    <>
      {isDelete ? (
        <DialogContentText component="div">
          <span>{translate('devices.bulk.deleteText', count)}</span>
          <DeletionNote list="devices" ids={ids} />
        </DialogContentText>
      ) : (
        <div style={{ paddingTop: 8 }}>
          <TagSelect label={translate('devices.fields.tags')} value={tags} onChange={setTags} />
        </div>
      )}
      <NameList items={asked.devices} hidden={asked.hidden} />
    </>
  )
  const actions = (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, here on a harmless button */}
      <Button autoFocus={isDelete} onClick={close}>
        {translate('page.cancel')}
      </Button>
      <Button
        variant="contained"
        color={isDelete ? 'error' : 'primary'}
        disabled={!isDelete && tags.length === 0}
        onClick={start}
      >
        {isDelete ? translate('devices.bulk.deleteSubmit', count) : translate(`devices.bulk.${kind}`)}
      </Button>
    </>
  )
  const title =
    run.state === 'idle' && isDelete
      ? translate('devices.bulk.deleteTitle', count)
      : titleOf(kind, ids.length)
  return <DeviceRunDialog {...{ run, title, names }} question={{ content, actions }} onClose={close} />
}
