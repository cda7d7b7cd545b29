import { Alert, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { PASSKEYS_MAX, type Security, secondFactorApi } from '#contract/secondFactor'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { useBrowserName } from '../../../components/browsers/useBrowserName'
import { Section, useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useCapability } from '../../../config'
import { useTranslate } from '../texts'
import { PasskeyRow } from './PasskeyRow'
import { loadCreation, PasskeyTask, type Task } from './PasskeyTask'
import { RecoveryCodesDialog } from './RecoveryCodesDialog'

interface PasskeysSectionProps {
  security: Security
  /** The first second factor is set up, and the person has seen the recovery codes. */
  onSetUp: () => void
}

/** Adds a passkey, up to the limit of an account, if the browser can. */
function AddPasskey({ count, onBegun }: { count: number; onBegun: (task: Task) => void }) {
  const translate = useTranslate()
  const nameOf = useBrowserName()
  const showFailure = useFailureToast()
  const [busy, setBusy] = useState(false)
  if (!('PublicKeyCredential' in window))
    return <Alert severity="info">{translate('profile.security.passkeys.unsupported')}</Alert>
  if (count >= PASSKEYS_MAX)
    return (
      <Typography variant="body2" color="text.secondary">
        {translate('profile.security.passkeys.most', { count: PASSKEYS_MAX })}
      </Typography>
    )

  const begin = async () => {
    setBusy(true)
    try {
      const name = nameOf((await loadCreation()).thisDevice(), translate('profile.security.passkeys.one'))
      onBegun({ kind: 'add', name })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <LoadingButton
      variant={count === 0 ? 'contained' : 'outlined'}
      loading={busy}
      onClick={() => void begin()}
    >
      {translate('profile.security.passkeys.add')}
    </LoadingButton>
  )
}

function Passkeys({ security: { passkeys }, onSetUp }: PasskeysSectionProps) {
  const translate = useTranslate()
  const [task, setTask] = useState<Task>()
  const [shown, setShown] = useState<{ codes: string[]; said: string }>()

  const isDone = (said: string) => {
    toast({ kind: 'success', title: said })
    onSetUp()
  }
  // On a phone, a toast would cover the codes.
  const added = (said: string, codes: string[] | null) => (codes ? setShown({ codes, said }) : isDone(said))
  const seen = () => {
    setShown(undefined)
    if (shown) isDone(shown.said)
  }

  return (
    <Section title={translate('profile.security.passkeys.title')}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
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
      <AddPasskey count={passkeys.length} onBegun={setTask} />
      {task && <PasskeyTask task={task} onAdded={added} onClose={() => setTask(undefined)} />}
      {shown && <RecoveryCodesDialog codes={shown.codes} onClose={seen} />}
    </Section>
  )
}

/** The passkeys of the account; nothing if the server does not support them. */
export function PasskeysSection(props: PasskeysSectionProps) {
  const isOffered = useCapability(secondFactorApi.addPasskey.capability)
  return isOffered && <Passkeys {...props} />
}
