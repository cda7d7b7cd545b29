import { Alert, LinearProgress } from '@mui/material'
import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/common'
import { useCapability } from '../../../config'
import { ApiError, type Client, useClient } from '../../../dataProvider/client'
import { usePublicTranslate } from '../../../i18n'
import { PublicPage } from '../PublicPage'
import { useOnce } from './useOnce'

/** The call that checks a link. */
type Check = Pick<Endpoint, 'path'> & { capability: string }

/** Whether the link is dead. If nobody can tell, the form will find out. Never fails. */
async function isDead(client: Client, { path }: Check, body: object): Promise<{ dead: boolean }> {
  try {
    await client.request('POST', path, { body, anonymous: true })
    return { dead: false }
  } catch (error) {
    return { dead: error instanceof ApiError && (error.status === 401 || error.status === 400) }
  }
}

interface DeadLinkProps {
  /** Title of the page. */
  title: string
  email?: string
  /** Says why the link is dead. */
  text: string
  /** Further actions besides the sign-in. */
  children?: ReactNode
}

/** Page of a dead link. */
export const DeadLink = ({ title, email, text, children }: DeadLinkProps) => (
  <PublicPage title={title} hint={email} backToLogin={{ email }}>
    <Alert severity="error" sx={{ mb: children ? 2 : 0 }}>
      {text}
    </Alert>
    {children}
  </PublicPage>
)

interface CheckedLinkProps {
  /** Title of the page. */
  title: string
  /** The call that checks the link, on servers that have it. */
  by: Check
  proof: object
  /** Page for a dead link. */
  dead: ReactNode
  children: ReactNode
}

/** Page of a link. It reports a dead link before people type anything. */
export function CheckedLink({ by, ...props }: CheckedLinkProps) {
  return useCapability(by.capability) ? <Asked by={by} {...props} /> : props.children
}

function Asked({ title, by, proof, dead, children }: CheckedLinkProps) {
  const translate = usePublicTranslate()
  const client = useClient()
  const outcome = useOnce(() => isDead(client, by, proof))
  if (outcome) return outcome.dead ? dead : children
  return (
    <PublicPage title={title}>
      <LinearProgress aria-label={translate('common.loading')} />
    </PublicPage>
  )
}
