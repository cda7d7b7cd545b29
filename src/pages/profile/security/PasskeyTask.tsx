import { type Passkey, secondFactorApi } from '#contract/secondFactor'
import { ConfirmDialog, useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useCalls } from '../../../dataProvider/calls'
import { reasonOf } from '../../../dataProvider/client'
import { useTranslate, useTranslateText } from '../../../i18n/translate'
import { PasskeyNameDialog } from './PasskeyNameDialog'
import { useReloadSecurity } from './useSecurity'

/** What talks to the browser; it loads when somebody adds a passkey. */
export const loadCreation = () => import('./createPasskey')

/** What the person does: adds a passkey with a proposed name, or changes one that there is. */
export type Task = { kind: 'add'; name: string } | { kind: 'rename' | 'remove'; passkey: Passkey }

interface PasskeyTaskProps {
  task: Task
  /** @param codes recovery codes, when it is the first second factor */
  onAdded: (codes: string[] | null) => void
  onClose: () => void
}

/** The dialog of what the person does with a passkey. */
export function PasskeyTask({ task, onAdded, onClose }: PasskeyTaskProps) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const { ask, send } = useCalls()
  const reload = useReloadSecurity()
  const showFailure = useFailureToast()

  const done = async (title: string) => {
    onClose()
    toast({ kind: 'success', title })
    await reload()
  }

  const add = async (name: string): Promise<string | undefined> => {
    const { createPasskey, passkeyNote } = await loadCreation()
    try {
      const options = await ask(secondFactorApi.passkeyOptions)
      if (!options) return undefined
      const credential = await createPasskey(options)
      const added = await ask(secondFactorApi.addPasskey, { body: { name, credential } })
      if (!added) return undefined
      // The codes are shown this once: nothing comes before them.
      onAdded(added.recovery_codes)
      await done(translate('profile.security.passkeys.added', { name }))
      return undefined
    } catch (error) {
      if (error instanceof Error && error.name === 'InvalidStateError')
        return translate('profile.security.passkeys.isThere')
      return passkeyNote(error, translate) ?? translateText(reasonOf(error))
    }
  }

  const rename = async ({ id }: Passkey, name: string): Promise<string | undefined> => {
    try {
      const params = { passkeyId: id }
      if (await ask(secondFactorApi.renamePasskey, { params, body: { name } }))
        await done(translate('profile.security.passkeys.renamed', { name }))
      return undefined
    } catch (error) {
      return translateText(reasonOf(error))
    }
  }

  const remove = async ({ id, name }: Passkey) => {
    try {
      if (await send(secondFactorApi.removePasskey, { params: { passkeyId: id } }))
        await done(translate('profile.security.passkeys.removed', { name }))
    } catch (error) {
      showFailure(error)
    }
  }

  if (task.kind === 'add')
    return (
      <PasskeyNameDialog
        title={translate('profile.security.passkeys.add')}
        hint={translate('profile.security.passkeys.addHint')}
        name={task.name}
        confirmLabel={translate('profile.security.passkeys.continue')}
        onConfirm={add}
        onClose={onClose}
      />
    )
  const { passkey } = task
  if (task.kind === 'rename')
    return (
      <PasskeyNameDialog
        title={translate('profile.security.passkeys.renameTitle')}
        name={passkey.name}
        confirmLabel={translate('page.save')}
        onConfirm={(name) => rename(passkey, name)}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      open
      title={translate('profile.security.passkeys.removeTitle', { name: passkey.name })}
      confirmLabel={translate('profile.security.remove')}
      onConfirm={() => remove(passkey)}
      onClose={onClose}
    >
      {translate('profile.security.passkeys.removeHint')}
    </ConfirmDialog>
  )
}
