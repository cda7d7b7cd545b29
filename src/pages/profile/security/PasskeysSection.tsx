import { Alert, Button, Stack, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { PASSKEYS_MAX, type Passkey, type Security, secondFactorApi } from '#contract/secondFactor'
import { ConfirmDialog, Section } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useCapability } from '../../../config'
import { useCalls } from '../../../dataProvider/calls'
import { useTranslate } from '../../../i18n/translate'
import { useReason, useReasonToast } from '../useReason'
import { PasskeyNameDialog } from './PasskeyNameDialog'
import { PasskeyRow } from './PasskeyRow'
import { RecoveryCodesDialog } from './RecoveryCodesDialog'
import { useReloadSecurity } from './useSecurity'

// What talks to the browser loads when somebody adds a passkey.
const loadCreation = () => import('./createPasskey')

interface PasskeysSectionProps {
  security: Security
  /** The first second factor was set up, and the person has seen what belongs to it. */
  onSetUp: () => void
}

/** What the person does: adds a passkey with a proposed name, or changes one that there is. */
type Task = { kind: 'add'; name: string } | { kind: 'rename' | 'remove'; passkey: Passkey }

/** The passkeys of the account. */
function Passkeys({ security, onSetUp }: PasskeysSectionProps) {
  const translate = useTranslate()
  const reasonOf = useReason()
  const { ask, send } = useCalls()
  const reload = useReloadSecurity()
  const showFailure = useReasonToast()
  const [task, setTask] = useState<Task>()
  // Recovery codes to show, and what to say once they are saved.
  const [codes, setCodes] = useState<{ codes: string[]; said: string }>()
  const [busy, setBusy] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const { passkeys } = security
  const isSupported = 'PublicKeyCredential' in window
  const close = () => setTask(undefined)

  const done = async (title: string) => {
    toast({ kind: 'success', title })
    // What is gone is gone before the dialog gives the focus back to it.
    await reload()
    close()
  }

  const begin = async () => {
    setBusy(true)
    try {
      const { browser, system } = (await loadCreation()).thisDevice()
      const name =
        browser && system
          ? translate('profile.security.passkeys.onSystem', { browser, system })
          : (browser ?? system ?? translate('profile.security.passkeys.one'))
      // The dialog gives the focus back to what has it now, and a button that was busy has lost it.
      flushSync(() => setBusy(false))
      addButton.current?.focus()
      setTask({ kind: 'add', name })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const add = async (name: string): Promise<string | undefined> => {
    const { createPasskey, passkeyNote } = await loadCreation()
    try {
      const options = await ask(secondFactorApi.passkeyOptions)
      if (!options) return undefined
      const credential = await createPasskey(options)
      const added = await ask(secondFactorApi.addPasskey, { body: { name, credential } })
      if (!added) return undefined
      const said = translate('profile.security.passkeys.added', { name })
      if (added.recovery_codes) {
        await reload()
        close()
        setCodes({ codes: added.recovery_codes, said })
      } else {
        await done(said)
        onSetUp()
      }
      return undefined
    } catch (error) {
      if (error instanceof Error && error.name === 'InvalidStateError')
        return translate('profile.security.passkeys.isThere')
      return passkeyNote(error, translate) ?? reasonOf(error)
    }
  }

  const rename = async ({ id }: Passkey, name: string): Promise<string | undefined> => {
    try {
      const params = { passkeyId: id }
      if (await ask(secondFactorApi.renamePasskey, { params, body: { name } }))
        await done(translate('profile.security.passkeys.renamed', { name }))
      return undefined
    } catch (error) {
      return reasonOf(error)
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

  return (
    <Section title={translate('profile.security.passkeys.title')}>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {translate('profile.security.passkeys.hint')}
      </Typography>
      {passkeys.length === 0 ? (
        <Typography sx={{ mb: 2 }}>{translate('profile.security.passkeys.none')}</Typography>
      ) : (
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, mb: 2, p: 0 }}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setTask({ kind: 'rename', passkey })}
              onRemove={() => setTask({ kind: 'remove', passkey })}
            />
          ))}
        </Stack>
      )}
      {!isSupported && <Alert severity="info">{translate('profile.security.passkeys.unsupported')}</Alert>}
      {isSupported && passkeys.length >= PASSKEYS_MAX && (
        <Typography color="text.secondary">
          {translate('profile.security.passkeys.most', { smart_count: PASSKEYS_MAX })}
        </Typography>
      )}
      {isSupported && passkeys.length < PASSKEYS_MAX && (
        <Button
          ref={addButton}
          variant={passkeys.length === 0 ? 'contained' : 'outlined'}
          loading={busy}
          onClick={() => void begin()}
        >
          {translate('profile.security.passkeys.add')}
        </Button>
      )}
      {task?.kind === 'add' && (
        <PasskeyNameDialog
          title={translate('profile.security.passkeys.add')}
          hint={translate('profile.security.passkeys.addHint')}
          name={task.name}
          confirmLabel={translate('profile.security.passkeys.continue')}
          onConfirm={add}
          onClose={close}
        />
      )}
      {task?.kind === 'rename' && (
        <PasskeyNameDialog
          title={translate('profile.security.passkeys.renameTitle')}
          name={task.passkey.name}
          confirmLabel={translate('profile.security.passkeys.save')}
          onConfirm={(name) => rename(task.passkey, name)}
          onClose={close}
        />
      )}
      {task?.kind === 'remove' && (
        <ConfirmDialog
          open
          title={translate('profile.security.passkeys.removeTitle', { name: task.passkey.name })}
          confirmLabel={translate('profile.security.passkeys.remove')}
          onConfirm={() => remove(task.passkey)}
          onClose={close}
        >
          {translate('profile.security.passkeys.removeHint')}
        </ConfirmDialog>
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes.codes}
          onClose={() => {
            setCodes(undefined)
            toast({ kind: 'success', title: codes.said })
            onSetUp()
          }}
        />
      )}
    </Section>
  )
}

/** The passkeys of the account; nothing on servers that know none. */
export function PasskeysSection(props: PasskeysSectionProps) {
  const isOffered = useCapability(secondFactorApi.addPasskey.capability)
  return isOffered && <Passkeys {...props} />
}
