import { useState } from 'react'
import { type Key, keysApi } from '#contract/keys'
import { ConfirmDialog, PermissionButton, useFailureToast } from '../../components/page'
import { useForget } from '../../components/resource/refresh'
import { toast } from '../../components/toast/toasts'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from './texts'
import { useToken } from './token'

/** Replaces the token of a key. */
export function RotateKey({ value }: { value: Key }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const onError = useFailureToast()
  const forget = useForget()
  const { keep } = useToken(value)
  const [asking, setAsking] = useState(false)

  const rotate = async () => {
    try {
      const { id } = await ask(keysApi.rotate, { params: { keyId: value.id } })
      await keep(id)
      setAsking(false)
      forget()
      toast({ kind: 'success', title: translate('keys.rotate.done') })
    } catch (error) {
      onError(error)
    }
  }
  return (
    <>
      <PermissionButton permission="space:key:update" variant="outlined" onClick={() => setAsking(true)}>
        {translate('keys.rotate.button')}
      </PermissionButton>
      <ConfirmDialog
        open={asking}
        title={translate('keys.rotate.title', { name: value.name })}
        confirmLabel={translate('keys.rotate.button')}
        onConfirm={rotate}
        onClose={() => setAsking(false)}
      >
        {translate('keys.rotate.text')}
      </ConfirmDialog>
    </>
  )
}
