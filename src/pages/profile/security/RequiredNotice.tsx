import { Alert } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Security } from '#contract/secondFactor'
import { safePath } from '../../../authProvider/safePath'
import { takeRememberedPath } from '../../../authProvider/session'
import { ActionAlert } from '../../../components/page'
import { useTranslate } from '../texts'
import { lacksFactor } from './useSecurity'

/**
 * Continues to the page that the person wanted before the server required a second factor; otherwise it does nothing.
 */
export function useGoOn(security: Security | null) {
  const navigate = useNavigate()
  // The person may go on once nothing is missing.
  const [wasLacking] = useState(security !== null && lacksFactor(security))
  return {
    wasLacking,
    goOn: () => {
      if (wasLacking) void navigate(safePath(takeRememberedPath()))
    },
  }
}

interface RequiredNoticeProps extends Pick<ReturnType<typeof useGoOn>, 'wasLacking' | 'goOn'> {
  security: Security
}

/** Says that the server requires a second factor first, and when the person can go on. */
export function RequiredNotice({ security, wasLacking, goOn }: RequiredNoticeProps) {
  const translate = useTranslate()
  if (lacksFactor(security))
    return (
      <Alert severity="warning" sx={{ mb: 3 }}>
        {translate('profile.security.required.text')}
      </Alert>
    )
  if (!wasLacking) return null
  return (
    <ActionAlert severity="success" action={translate('profile.security.required.goOn')} onAction={goOn}>
      {translate('profile.security.required.done')}
    </ActionAlert>
  )
}
