import InfoIcon from '@mui/icons-material/InfoOutlined'
import { Box, Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SpaceRole as Role } from '#contract/permissions'
import type { Space } from '#contract/spaces'
import { CopyText, useFailureToast, wasDenied } from '../../components/page'
import { SpaceAvatar } from '../../components/SpaceAvatar'
import { NameLink, RowLink, RowLinks } from '../../components/table'
import { toast } from '../../components/toast/toasts'
import { useSpaceport } from '../../dataProvider/useSpaceport'
import { useTranslate } from '../../i18n/translate'

/** Avatar and name; opens the devices of the space, unless the person has yet to accept the invitation. */
export function SpaceName({ space: { id, name, invited } }: { space: Space }) {
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, minWidth: 0, maxWidth: '100%' }}>
      <SpaceAvatar name={name} />
      {invited ? <span>{name}</span> : <NameLink to={`/space/${id}/devices`} name={name} />}
    </Box>
  )
}

/** Shortened id with its copy action. */
export function SpaceId({ id }: { id: string }) {
  return <CopyText value={id} what={useTranslate()('spaces.copy.id')} short />
}

/** The type of a space in words. */
export function SpaceType({ type }: { type: Space['type'] }) {
  return useTranslate()(`spaces.types.${type}`)
}

/** The person's own role in a space; a dash without one. */
export function SpaceRole({ role }: { role: Role | null }) {
  const translate = useTranslate()
  return role ? translate(`spaces.roles.${role}`) : '–'
}

/** "Invited" and the button that accepts. Spec 2, section 4. */
export function Invitation({ space: { id, name, invited } }: { space: Space }) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const queryClient = useQueryClient()
  const showFailure = useFailureToast()
  const [busy, setBusy] = useState(false)
  if (!invited) return '–'

  const accept = async () => {
    setBusy(true)
    try {
      if (wasDenied(await dataProvider.acceptInvitation(id))) return
      toast({ kind: 'success', title: translate('spaces.invitation.accepted', { name }) })
      await queryClient.invalidateQueries({ queryKey: ['spaces'] })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      {translate('spaces.invitation.invited')}
      <Button
        size="small"
        variant="outlined"
        loading={busy}
        onClick={accept}
        aria-label={translate('spaces.invitation.acceptFor', { name })}
      >
        {translate('spaces.invitation.accept')}
      </Button>
    </Box>
  )
}

/** Link to the info page. */
export function SpaceActions({ space: { id, name, invited } }: { space: Space }) {
  const label = useTranslate()('spaces.info', { name })
  if (invited) return null
  return (
    <RowLinks>
      <RowLink to={`/space/${id}`} label={label}>
        <InfoIcon fontSize="small" />
      </RowLink>
    </RowLinks>
  )
}
