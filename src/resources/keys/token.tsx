import RevealIcon from '@mui/icons-material/VisibilityOutlined'
import { useMutation } from '@tanstack/react-query'
import { type Key, keysApi } from '#contract/keys'
import { HiddenText, SecretText, SmallButton, useFailureToast } from '../../components/page'
import { useAnswer, useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from './texts'

/** Whether the server sent the handle of a key instead of its token. */
const isHidden = ({ id, handle }: Pick<Key, 'id' | 'handle'>) => id === handle

/**
 * Token of a key. If the server does not send it, it is undefined until the person asks for it and confirms their
 * identity. It is cached while the page shows it; `keep` replaces it.
 */
export function useToken(key: Key) {
  const { ask } = useSpaceport()
  const { put } = useAnswers()
  const call = { params: { keyId: key.id } }
  const { data } = useAnswer(keysApi.token, { ...call, enabled: false, staleTime: Infinity, gcTime: 0 })
  const keep = (token: string) => put(keysApi.token, { token }, call)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { token } = await ask(keysApi.token, call)
      await keep(token)
    },
    onError: useFailureToast(),
  })
  return { token: isHidden(key) ? data?.token : key.id, show: () => mutate(), keep, isPending }
}

/** The id of a key is its token, a secret. */
export function Token({ value }: { value: Key }) {
  const translate = useTranslate()
  const what = translate('keys.fields.id')
  const { token, show } = useToken(value)
  if (token !== undefined) return <SecretText value={token} what={what} startsRevealed={isHidden(value)} />
  return (
    <>
      <HiddenText what={what} />
      <SmallButton label={translate('page.secret.reveal', { what })} icon={RevealIcon} onClick={show} />
    </>
  )
}
