import { Alert, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { type Security, secondFactorApi } from '#contract/secondFactor'
import { ConfirmDialog, Section } from '../../../components/page'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'
import { useReasonToast } from '../useReason'
import { RecoveryCodesDialog } from './RecoveryCodesDialog'
import { useReloadSecurity } from './useSecurity'

/** With this many codes or fewer, the person is advised to create new ones. */
const FEW = 3

/** Remaining recovery codes of a person with a second factor. */
export function RecoveryCodesSection({ security }: { security: Security }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const reload = useReloadSecurity()
  const showFailure = useReasonToast()
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const left = security.recovery_codes
  if (!codes && security.authenticator_since === null && security.passkeys.length === 0) return null

  const renew = async () => {
    try {
      setCodes((await ask(secondFactorApi.renewCodes)).recovery_codes)
      setAsking(false)
      await reload()
    } catch (error) {
      showFailure(error)
    }
  }

  return (
    <Section
      title={translate('profile.security.codes.title')}
      actions={
        <Button size="small" variant="outlined" onClick={() => setAsking(true)}>
          {translate('profile.security.codes.renew')}
        </Button>
      }
    >
      <Typography variant="body2" color="text.secondary">
        {translate('profile.security.codes.hint')}
      </Typography>
      {left > FEW ? (
        <Typography sx={{ mt: 1 }}>
          {translate('profile.security.codes.left', { smart_count: left })}
        </Typography>
      ) : (
        <Alert severity="warning" sx={{ mt: 2 }}>
          <span>{translate('profile.security.codes.left', { smart_count: left })}</span>{' '}
          {translate('profile.security.codes.few')}
        </Alert>
      )}
      <ConfirmDialog
        open={isAsking}
        title={translate('profile.security.codes.renewQuestion')}
        confirmLabel={translate('profile.security.codes.renew')}
        onConfirm={renew}
        onClose={() => setAsking(false)}
      >
        {translate('profile.security.codes.renewHint')}
      </ConfirmDialog>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  )
}
