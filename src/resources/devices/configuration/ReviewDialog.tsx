import { Alert, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { type Configuration, configurationApi } from '#contract/configuration'
import type { Device } from '#contract/devices'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { PlainText } from '../../../components/json/PlainText'
import { toast } from '../../../components/toast/toasts'
import { reasonOf } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { changedSinceOf, conditionOf } from '../../../dataProvider/versionedSave'
import { useTranslateText } from '../../../i18n'
import { useTranslate as useCommon } from '../../../i18n/translate'
import { conflictsOf, type Edit, sentText, wishesOf } from './edits'
import { useTranslate } from './texts'

/** A change of somebody else that this person's changes would replace. */
interface Conflict {
  name: string
  who: string | null
  theirs: string | null
}

interface ReviewDialogProps {
  device: Device
  configuration: Configuration
  edits: readonly Edit[]
  /** The version that the changes are based on. */
  version: number | null
  onClose: () => void
  onSent: (after: Configuration) => Promise<void>
}

/** Shows exactly what the device will get, and sends it. Changes of others stay, or are shown first. */
export function ReviewDialog({ device, configuration, edits, version, onClose, onSent }: ReviewDialogProps) {
  const translate = useTranslate()
  const common = useCommon()
  const translateText = useTranslateText()
  const { ask } = useSpaceport()
  const [current, setCurrent] = useState({ configuration, edits, version })
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const sent = sentText(current.configuration, current.edits)
  const takenBack = current.edits.filter(({ value }) => value === null)
  const params = { deviceId: device.id }

  const attempt = async (base: number | null, mine: readonly Edit[]): Promise<Configuration | null> => {
    try {
      const headers = conditionOf(base)
      return await ask(configurationApi.wish, { params, body: { wished: wishesOf(mine) }, headers })
    } catch (failure) {
      const since = changedSinceOf(failure)
      if (!since) throw failure
      const fresh = await ask(configurationApi.read, { params })
      const found = conflictsOf(fresh, mine)
      if (found.length === 0) return attempt(fresh.version, mine)
      const theirsOf = (name: string) => fresh.wished.find((one) => one.name === name)?.value ?? null
      const who = (name: string) => since.changes.findLast(({ fields }) => fields.includes(name))?.by ?? null
      setConflicts(found.map(({ name }) => ({ name, theirs: theirsOf(name), who: who(name) })))
      const seen = mine.map(({ name, value }) => ({ name, value, before: theirsOf(name) }))
      setCurrent({ configuration: fresh, edits: seen, version: fresh.version })
      return null
    }
  }
  const send = async () => {
    setSending(true)
    setError(null)
    try {
      const after = await attempt(current.version, current.edits)
      if (!after) return
      toast(
        sent === null
          ? { kind: 'success', title: translate('devices.configuration.dialog.saved') }
          : {
              kind: 'success',
              title: translate('devices.configuration.dialog.sent'),
              description: translate('devices.configuration.dialog.sentHint'),
            },
      )
      await onSent(after)
    } catch (failure) {
      setError(failure)
    } finally {
      setSending(false)
    }
  }
  const action = conflicts.length > 0 ? 'anyway' : sent === null ? 'save' : 'send'

  return (
    <TaskDialog
      title={translate('devices.configuration.dialog.title', { name: device.name })}
      onClose={() => !isSending && onClose()}
    >
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {error !== null && <Alert severity="error">{translateText(reasonOf(error))}</Alert>}
          {conflicts.map(({ name, who, theirs }) => (
            <Alert key={name} severity="warning">
              {translate(`devices.configuration.dialog.${theirs === null ? 'conflictBack' : 'conflict'}`, {
                name,
                value: theirs,
                who: who ?? translate('devices.configuration.dialog.somebody'),
              })}
            </Alert>
          ))}
          {sent === null ? (
            <Typography>{translate('devices.configuration.dialog.nothing')}</Typography>
          ) : (
            <>
              <Typography>{translate('devices.configuration.dialog.lines')}</Typography>
              <PlainText text={sent} label={translate('devices.configuration.dialog.lines')} />
              {current.configuration.state === 'waiting' && (
                <Typography variant="body2" color="text.secondary">
                  {translate('devices.configuration.dialog.replaces')}
                </Typography>
              )}
            </>
          )}
          {takenBack.length > 0 && (
            <div>
              <Typography>
                {translate('devices.configuration.dialog.noLonger', { smart_count: takenBack.length })}
              </Typography>
              <ul>
                {takenBack.map(({ name }) => (
                  <li key={name}>
                    <code>{name}</code>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isSending}>
          {common('page.cancel')}
        </Button>
        <LoadingButton variant="contained" loading={isSending} onClick={send}>
          {translate(`devices.configuration.dialog.${action}`)}
        </LoadingButton>
      </DialogActions>
    </TaskDialog>
  )
}
