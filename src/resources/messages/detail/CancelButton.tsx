import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { downlinkPermission, type Message } from '#contract/messages'
import { ConfirmDialog, PermissionButton, useFailureToast, wasDenied } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { ApiError } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate } from '../../../i18n/translate'

/** Cancels a pending downlink, after a question. One that was sent in the meantime is shown as it is now. Spec 2, section 4. */
export function CancelButton({ message: { id, type } }: { message: Message }) {
  const translate = useTranslate()
  const notify = useNotify()
  const failureToast = useFailureToast()
  const { cancelMessage } = useSpaceport()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)

  const cancel = async () => {
    try {
      const answer = await cancelMessage(id)
      if (!wasDenied(answer)) notify('messages.detail.cancel.done', { type: 'success' })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) return failureToast(error)
      toast({
        kind: 'error',
        title: translate('messages.detail.cancel.tooLate'),
        description: error.body,
      })
    }
    setAsking(false)
    await queryClient.invalidateQueries({ queryKey: ['messages'] })
  }

  return (
    <>
      <PermissionButton
        permission={downlinkPermission(type, 'delete')}
        color="error"
        variant="outlined"
        onClick={() => setAsking(true)}
      >
        {translate('messages.detail.cancel.action')}
      </PermissionButton>
      <ConfirmDialog
        open={isAsking}
        title={translate('messages.detail.cancel.title')}
        confirmLabel={translate('messages.detail.cancel.action')}
        closeLabel={translate('messages.detail.cancel.keep')}
        onConfirm={cancel}
        onClose={() => setAsking(false)}
      >
        {translate('messages.detail.cancel.text')}
      </ConfirmDialog>
    </>
  )
}
