import { useState } from 'react'
import { type Passkey, secondFactorApi } from '#contract/secondFactor'
import { ConfirmDialog } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { ApiError } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'
import { useReason, useReasonToast } from '../useReason'
import { PasskeyNameDialog } from './PasskeyNameDialog'
import { useReloadSecurity } from './useSecurity'

/** Talks to the browser; loads when somebody adds a passkey. */
export const loadCreation = () => import('./createPasskey')

/** Action of the person: adds a passkey with a proposed name, or changes an existing one. */
export type Task = { kind: 'add'; name: string } | { kind: 'rename' | 'remove'; passkey: Passkey }

interface PasskeyTaskProps {
  task: Task
  /** @param codes recovery codes, if it is the first second factor */
  onAdded: (said: string, codes: string[] | null) => void
  onClose: () => void
}

/** Dialog for an action with a passkey. */
export function PasskeyTask({ task, onAdded, onClose }: PasskeyTaskProps) {
  const translate = useTranslate()
  const reasonOf = useReason()
  const { ask } = useSpaceport()
  const reload = useReloadSecurity()
  const showFailure = useReasonToast()
  /** The name to replace, as last seen by the person. */
  const [known, setKnown] = useState(task.kind === 'rename' ? task.passkey.name : undefined)

  const done = async (title: string) => {
    toast({ kind: 'success', title })
    // Removes the row before the dialog returns the focus to it.
    await reload()
    onClose()
  }

  const add = async (name: string): Promise<string | undefined> => {
    const { createPasskey, passkeyNote } = await loadCreation()
    try {
      const options = await ask(secondFactorApi.passkeyOptions)
      const credential = await createPasskey(options)
      const added = await ask(secondFactorApi.addPasskey, { body: { name, credential } })
      onClose()
      // The codes are shown only once, so nothing comes before them.
      onAdded(translate('profile.security.passkeys.added', { name }), added.recovery_codes)
      await reload()
      return undefined
    } catch (error) {
      if (error instanceof Error && error.name === 'InvalidStateError')
        return translate('profile.security.passkeys.isThere')
      return passkeyNote(error, translate) ?? reasonOf(error)
    }
  }

  /** Says which name the passkey has got meanwhile; undefined if it is gone. */
  const showNewName = async (passkeyId: string) => {
    const { passkeys } = await ask(secondFactorApi.read)
    const name = passkeys.find(({ id }) => id === passkeyId)?.name
    if (name === undefined) return undefined
    setKnown(name)
    return translate('profile.security.passkeys.renamedMeanwhile', { name })
  }

  const rename = async ({ id }: Passkey, name: string): Promise<string | undefined> => {
    try {
      const params = { passkeyId: id }
      await ask(secondFactorApi.renamePasskey, { params, body: { name, was: known } })
      await done(translate('profile.security.passkeys.renamed', { name }))
      return undefined
    } catch (error) {
      const isRenamed = error instanceof ApiError && error.status === 409
      return (isRenamed && (await showNewName(id).catch(reasonOf))) || reasonOf(error)
    }
  }

  const remove = async ({ id, name }: Passkey) => {
    try {
      await ask(secondFactorApi.removePasskey, { params: { passkeyId: id } })
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
