import { useMutation } from '@tanstack/react-query'
import { type Space, spacesApi } from '#contract/spaces'
import { useFailureToast } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from './texts'

/** Accepts the invitation to a space, shows a toast, and reloads the spaces. Rules, "Spaces". */
export function useAcceptInvitation({ id, name }: Pick<Space, 'id' | 'name'>, onAccepted?: () => void) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const { mutate, isPending } = useMutation({
    mutationFn: () => ask(spacesApi.accept, { params: { spaceId: id } }),
    onSuccess: async () => {
      toast({ kind: 'success', title: translate('spaces.invitation.accepted', { name }) })
      await invalidate(spacesApi)
      onAccepted?.()
    },
    onError: useFailureToast(),
  })
  return { accept: () => mutate(), isPending }
}
