import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type Key, keysApi } from '#contract/keys'
import { ConfirmDialog, PermissionButton, useFailureToast } from '../../components/page'
import { useResourceAddresses } from '../../components/resource/definition'
import { useForget } from '../../components/resource/refresh'
import { toast } from '../../components/toast/toasts'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from './texts'

/** Gives a key another token, and leads to its page, whose address is new as well. */
export function RotateKey({ value }: { value: Key }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const onError = useFailureToast()
  const forget = useForget()
  const navigate = useNavigate()
  const { record } = useResourceAddresses()
  const [asking, setAsking] = useState(false)

  const rotate = async () => {
    try {
      const { id, handle } = await ask(keysApi.rotate, { params: { keyId: value.id } })
      setAsking(false)
      forget()
      toast({ kind: 'success', title: translate('keys.rotate.done') })
      await navigate(record(handle ?? id), { replace: true })
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
