import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Space } from '#contract/spaces'
import { useFailureToast, wasDenied } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from '../../i18n/translate'

/** Accepts the invitation to a space, says so, and loads the spaces again. Spec 2, section 4. */
export function useAcceptInvitation({ id, name }: Pick<Space, 'id' | 'name'>, onAccepted?: () => void) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.acceptInvitation(id),
    onSuccess: async (answer) => {
      if (wasDenied(answer)) return
      toast({ kind: 'success', title: translate('spaces.invitation.accepted', { name }) })
      await queryClient.invalidateQueries({ queryKey: ['spaces'] })
      onAccepted?.()
    },
    onError: useFailureToast(),
  })
  return { accept: () => mutate(), isPending }
}
