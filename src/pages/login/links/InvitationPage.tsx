import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { LIST_LIMIT } from '#contract/common'
import { type InvitationOffer, registrationApi } from '#contract/registration'
import { addresses, invitationAddress } from '../../../addresses'
import { getToken, rememberPath } from '../../../authProvider/session'
import { lazyPart } from '../../../components/lazyPart'
import { type Client, isUnreachable, NO_ANSWER, reasonOf, useClient } from '../../../dataProvider/client'
import { type PublicKey, useTranslateText } from '../../../i18n'
import { goTo } from '../../../navigation'
import { PublicPage } from '../PublicPage'
import { Registration } from '../signUp/Registration'
import { takeInvitation } from '../signUp/schemas'
import { ForOwner } from './ForOwner'
import { msg, useTranslate } from './texts'
import { useOnce } from './useOnce'

const MembershipLimits = lazyPart(() => import('../../../components/access/MembershipLimits'))

type Proof = ReturnType<typeof takeInvitation>['proof']

/** Reads the offer of an invitation, or why it cannot be read. Never fails. */
async function read(
  client: Client,
  proof: Proof,
): Promise<{ offer: InvitationOffer } | { failure: PublicKey }> {
  const dead = { failure: msg('login.links.signUp.deadLink') }
  if (!proof) return dead
  const { path, answer } = registrationApi.invitation
  try {
    return { offer: await client.call(answer, 'POST', path, { body: proof, anonymous: true }) }
  } catch (error) {
    return isUnreachable(error) ? { failure: NO_ANSWER } : dead
  }
}

/** Whether the signed-in person is a member of the space, or invited to it. Never fails. */
async function hasSpace(client: Client, spaceId: string): Promise<boolean> {
  const [{ spacesApi }, { callEndpoint }] = await Promise.all([
    import('#contract/spaces'),
    import('../../../dataProvider/call'),
  ])
  const spaces = await callEndpoint(client, spacesApi.list, { query: { limit: LIST_LIMIT } }).catch(() => [])
  return spaces.some(({ id }) => id === spaceId)
}

/** Who invites, to which space, and with what limits. */
function Offer({ offer }: { offer: InvitationOffer }) {
  const translate = useTranslate()
  const { sender, space_name, space_role, ends_at, tags, permissions } = offer
  const text = translate(`login.links.invitation.text.${space_role}`, { space: space_name })
  return (
    <Box sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      <Typography sx={{ mb: 2 }}>
        {text} {sender && <span>{translate('login.links.invitation.sender', { sender })}</span>}
      </Typography>
      <Suspense>
        <MembershipLimits endsAt={ends_at} tags={tags} permissions={permissions} />
      </Suspense>
    </Box>
  )
}

interface StepProps {
  offer: InvitationOffer
  children: ReactNode
}

/** A page with the offer and one action. */
function Step({ offer, children }: StepProps) {
  return (
    <PublicPage title={useTranslate()('login.links.invitation.title')} hint={offer.email}>
      <Offer offer={offer} />
      <Stack spacing={2}>{children}</Stack>
    </PublicPage>
  )
}

/** Leads to the sign-in, and then to the invitation. */
function SignInButton({ offer: { email, space_id } }: { offer: InvitationOffer }) {
  const translate = useTranslate()
  function signIn() {
    rememberPath(invitationAddress(space_id))
    goTo(addresses.login, { state: { email } })
  }
  return (
    <Button variant="contained" size="large" onClick={signIn}>
      {translate('login.submit')}
    </Button>
  )
}

/** Refuses by the link, which proves whose invitation it is; this needs no account. */
function Refusal({
  offer,
  proof,
  onBack,
}: {
  offer: InvitationOffer
  proof: NonNullable<Proof>
  onBack: () => void
}) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const client = useClient()
  const { sender } = offer
  const [state, setState] = useState<{ sent?: true; done?: 'refused' | 'refusedAll'; failure?: string }>({})
  async function refuse(of_sender: boolean) {
    setState({ sent: true })
    const body = { ...proof, of_sender }
    try {
      await client.request('POST', registrationApi.refuse.path, { body, anonymous: true })
      setState({ done: of_sender ? 'refusedAll' : 'refused' })
    } catch (error) {
      setState({ failure: isUnreachable(error) ? translate(NO_ANSWER) : translateText(reasonOf(error)) })
    }
  }
  if (state.done)
    return (
      <PublicPage title={translate('login.links.invitation.title')} hint={offer.email}>
        <Alert severity="success" sx={{ overflowWrap: 'anywhere' }}>
          {translate(`login.links.invitation.${state.done}`, { sender: sender ?? '' })}
        </Alert>
      </PublicPage>
    )
  return (
    <Step offer={offer}>
      <Typography>
        {translate(sender ? 'login.links.invitation.refuseText' : 'login.links.invitation.refuseTextOfKey')}
      </Typography>
      {state.failure !== undefined && <Alert severity="error">{state.failure}</Alert>}
      <Button color="error" variant="contained" disabled={state.sent} onClick={() => void refuse(false)}>
        {translate('login.links.invitation.refuse')}
      </Button>
      {sender && (
        <Button
          color="error"
          variant="outlined"
          disabled={state.sent}
          onClick={() => void refuse(true)}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {translate('login.links.invitation.refuseAll', { sender })}
        </Button>
      )}
      <Button onClick={onBack}>{translate('login.links.invitation.back')}</Button>
    </Step>
  )
}

/** Sends a signed-in person on to accept the invitation. */
function Forward({ spaceId }: { spaceId: string }) {
  useEffect(() => goTo(invitationAddress(spaceId), { replace: true }), [spaceId])
  return null
}

/**
 * Page for a person who is not signed in: it leads to the sign-in, to a new account, or to both if the link must not
 * reveal which.
 */
function SignedOut({ offer, proof }: { offer: InvitationOffer; proof: NonNullable<Proof> }) {
  const translate = useTranslate()
  const { email, space_id, has_account } = offer
  const [isRefusing, setRefusing] = useState(false)
  if (isRefusing) return <Refusal offer={offer} proof={proof} onBack={() => setRefusing(false)} />
  // A link that was not mailed does not prove whose invitation it is.
  const refuse = has_account !== null && (
    <Button color="error" onClick={() => setRefusing(true)}>
      {translate('login.links.invitation.refuse')}
    </Button>
  )
  if (has_account === true)
    return (
      <Step offer={offer}>
        <Typography>{translate('login.links.invitation.known')}</Typography>
        <SignInButton offer={offer} />
        {refuse}
      </Step>
    )
  return (
    <Registration
      title={translate('login.links.invitation.title')}
      note={has_account === null ? msg('login.links.signUp.mayVerify') : undefined}
      invitation={{ ...proof, email }}
      spaceId={space_id}
      end={refuse}
    >
      <Offer offer={offer} />
      {has_account === null && (
        <Stack spacing={2} sx={{ mb: 2 }}>
          <SignInButton offer={offer} />
        </Stack>
      )}
      <Typography sx={{ mb: 2 }}>
        {translate(has_account === null ? 'login.links.invitation.either' : 'login.links.invitation.new')}
      </Typography>
    </Registration>
  )
}

/** For the owner of the address, signed in or not. */
const Invited = (props: { offer: InvitationOffer; proof: NonNullable<Proof> }) =>
  getToken() === null ? <SignedOut {...props} /> : <Forward spaceId={props.offer.space_id} />

/** Page of an invitation link: it leads to a new account, to the sign-in, or to the acceptance. Rules, "Sign-up". */
export default function InvitationPage() {
  const translate = useTranslate()
  const client = useClient()
  const { proof, spaceId } = useMemo(() => takeInvitation(), [])
  const outcome = useOnce(() => read(client, proof))
  const isDead = outcome !== undefined && 'failure' in outcome && outcome.failure !== NO_ANSWER
  useEffect(() => {
    if (!isDead || spaceId === null) return
    // If the person accepted earlier, it leads to the space, also by the sign-in.
    if (getToken() === null) rememberPath(invitationAddress(spaceId))
    else
      void hasSpace(client, spaceId).then(
        (isThere) => isThere && goTo(invitationAddress(spaceId), { replace: true }),
      )
  }, [client, isDead, spaceId])

  if (!outcome)
    return (
      <PublicPage title={translate('login.links.invitation.title')}>
        <LinearProgress aria-label={translate('common.loading')} />
      </PublicPage>
    )
  if ('failure' in outcome || !proof)
    return (
      <PublicPage title={translate('login.links.invitation.title')} backToLogin>
        <Alert severity="error">
          {translate('failure' in outcome ? outcome.failure : msg('login.links.signUp.deadLink'))}
        </Alert>
      </PublicPage>
    )
  const { offer } = outcome
  return (
    <ForOwner
      title={translate('login.links.invitation.title')}
      email={offer.email}
      offer={<Offer offer={offer} />}
    >
      <Invited offer={offer} proof={proof} />
    </ForOwner>
  )
}
