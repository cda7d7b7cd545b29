import { Button, DialogActions, DialogContent } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { profileApi } from '#contract/profile/profile'
import { type Space, spacesApi } from '#contract/spaces'
import { LoadingButton } from '../../components/action/LoadingButton'
import { TaskDialog } from '../../components/dialog/TaskDialog'
import { useFailureToast } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from './texts'

interface RefuseDialogProps {
  space: Pick<Space, 'id' | 'name' | 'invited_by'>
  onClose: () => void
}

/** Refuses an invitation, or all future ones of its sender. Rules, "Spaces". */
export default function RefuseDialog({ space: { id, name, invited_by }, onClose }: RefuseDialogProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const sender = invited_by ?? ''
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (of_sender: boolean) =>
      ask(spacesApi.refuse, { params: { spaceId: id }, body: { of_sender } }),
    onSuccess: async (_answer, of_sender) => {
      toast({
        kind: 'success',
        title: translate(of_sender ? 'spaces.refusal.doneAll' : 'spaces.refusal.done', { name, sender }),
      })
      await invalidate(spacesApi, profileApi.refusedSenders)
      onClose()
    },
    onError: useFailureToast(),
  })
  return (
    <TaskDialog
      title={translate('spaces.refusal.title', { name })}
      maxWidth="xs"
      fullScreen={false}
      onClose={onClose}
    >
      <DialogContent sx={{ overflowWrap: 'anywhere' }}>
        {translate(invited_by ? 'spaces.refusal.text' : 'spaces.refusal.textOfKey', { sender })}
      </DialogContent>
      <DialogActions>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, here on a harmless button */}
        <Button autoFocus onClick={onClose} disabled={isPending}>
          {translate('page.cancel')}
        </Button>
        {invited_by && (
          <LoadingButton
            color="error"
            disabled={isPending}
            loading={isPending && variables}
            onClick={() => mutate(true)}
            sx={{ overflowWrap: 'anywhere' }}
          >
            {translate('spaces.refusal.all', { sender })}
          </LoadingButton>
        )}
        <LoadingButton
          color="error"
          variant="contained"
          disabled={isPending}
          loading={isPending && !variables}
          onClick={() => mutate(false)}
        >
          {translate('spaces.refusal.refuse')}
        </LoadingButton>
      </DialogActions>
    </TaskDialog>
  )
}
