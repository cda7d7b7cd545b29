import { Alert, styled } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { KEY_HEADER, keysApi } from '#contract/keys'
import { LoadingButton } from '../../components/action/LoadingButton'
import { BodyView } from '../../components/json'
import type { ApiRequest } from '../../components/snippets/commands'
import { useApiBase } from '../../components/snippets/Snippets'
import { useAnswers } from '../../dataProvider/answers'
import { reasonOf, useClient } from '../../dataProvider/client'
import { useTranslateText } from '../../i18n'
import { useTranslate } from './texts'

/** Result, below the buttons. */
const Outcome = styled('div')({ order: 1, width: '100%' })

/** Makes a call with the key, and shows the server's answer. */
export function TryKey({ apiKey, request }: { apiKey: string; request: ApiRequest }) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const client = useClient()
  const base = useApiBase()
  const { invalidate } = useAnswers()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => {
      const path = request.url.slice(base.length)
      const started = performance.now()
      const { status, text } = await client.ask(request.method, path, {
        anonymous: true,
        headers: { [KEY_HEADER]: apiKey },
      })
      return { status, text, time: Math.round(performance.now() - started) }
    },
    onSettled: () => invalidate(keysApi.usage),
  })
  const isAccepted = data !== undefined && data.status >= 200 && data.status < 300
  return (
    <>
      <LoadingButton variant="outlined" loading={isPending} onClick={() => mutate()}>
        {translate('keys.use.try')}
      </LoadingButton>
      {error && (
        <Outcome>
          <Alert severity="error" sx={{ mt: 1 }}>
            {translateText(reasonOf(error))}
          </Alert>
        </Outcome>
      )}
      {data && (
        <Outcome>
          <Alert role="status" severity={isAccepted ? 'success' : 'error'} sx={{ mt: 1, mb: 2 }}>
            {`${translate(isAccepted ? 'keys.use.worked' : 'keys.use.refused')} ${translate('keys.use.status', { status: data.status, time: data.time })}`}
          </Alert>
          <BodyView text={data.text} label={translate('keys.use.answer')} />
        </Outcome>
      )}
    </>
  )
}
