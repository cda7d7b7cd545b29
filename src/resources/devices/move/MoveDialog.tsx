import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { handoverApi } from '#contract/devices/handover'
import { spaceAddresses } from '../../../addresses'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { LoadFailed, Outline, ReasonButton } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useAnswer } from '../../../dataProvider/answers'
import { reasonOf } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { useReloadContents, useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslateText } from '../../../i18n'
import { Effects } from './Effects'
import { SpaceSelect } from './SpaceSelect'
import { useTranslate } from './texts'
import type { SpaceChoice } from './useSpaces'

/** Current effects of a move to the chosen space; never cached. */
const useEffects = (deviceId: string, space: SpaceChoice | null) =>
  useAnswer(handoverApi.moveEffects, {
    params: { deviceId },
    query: { space_id: space?.id },
    enabled: space !== null,
    gcTime: 0,
  })

interface MoveDialogProps {
  device: Pick<Device, 'id' | 'name'>
  onClose: () => void
}

/** Moves a device to another space: it first shows the effects; then the device opens there. */
export function MoveDialog({ device: { id, name }, onClose }: MoveDialogProps) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const navigate = useNavigate()
  const here = useSpaceId()
  const { ask } = useSpaceport()
  const reload = useReloadContents()
  const [space, setSpace] = useState<SpaceChoice | null>(null)
  const effects = useEffects(id, space)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (target: SpaceChoice) =>
      ask(handoverApi.move, { params: { deviceId: id }, body: { space_id: target.id } }),
    onSuccess: (_moved, target) => {
      toast({ kind: 'success', title: translate('devices.move.done', { space: target.name }) })
      void navigate(spaceAddresses(target.id).record('devices', id))
      reload(here, target.id)
    },
    // Something has changed since the effects loaded.
    onError: () => void effects.refetch(),
  })
  const known = effects.isFetching ? undefined : effects.data

  return (
    <TaskDialog title={translate('devices.move.title', { name })} onClose={() => !isPending && onClose()}>
      <DialogContent sx={{ minHeight: { sm: 320 } }}>
        {error && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {translateText(reasonOf(error))}
          </Alert>
        )}
        <SpaceSelect
          value={space}
          disabled={isPending}
          onChange={(chosen) => {
            reset()
            setSpace(chosen)
          }}
        />
        <div aria-live="polite">
          {space === null && (
            <Typography color="text.secondary" sx={{ mt: 2 }}>
              {translate('devices.move.choose')}
            </Typography>
          )}
          {known && <Effects effects={known} />}
          {effects.isFetching && (
            <Box sx={{ mt: 2 }}>
              <Outline />
            </Box>
          )}
          {effects.error && !effects.isFetching && (
            <LoadFailed error={effects.error} onRetry={() => void effects.refetch()} />
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isPending}>
          {translate('page.cancel')}
        </Button>
        <ReasonButton
          variant="contained"
          reason={known || isPending ? null : translate('devices.move.choose')}
          loading={isPending}
          onClick={() => space && mutate(space)}
        >
          {translate('devices.move.submit')}
        </ReasonButton>
      </DialogActions>
    </TaskDialog>
  )
}
