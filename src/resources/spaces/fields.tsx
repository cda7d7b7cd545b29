import CloseIcon from '@mui/icons-material/Close'
import { Box, IconButton, Tooltip } from '@mui/material'
import { Suspense, useState } from 'react'
import { type Space, spaceEntity, spacesApi } from '#contract/spaces'
import { spaceAddresses } from '../../addresses'
import { LoadingButton } from '../../components/action/LoadingButton'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { entityFields } from '../../components/resource/entityFields'
import { SpaceAvatar } from '../../components/SpaceAvatar'
import { ROLE_CHOICES, roleOrOwn, SpaceRoleText } from '../../components/spaceRoles'
import { NameLink } from '../../components/table'
import { TagChips } from '../../components/value/TagChips'
import { useCapability } from '../../config'
import { group, useTranslate } from './texts'
import { useAcceptInvitation } from './useAcceptInvitation'

const EndText = lazyPart(async () => ({
  default: (await import('../../components/access/EndText')).EndText,
}))
const PermissionText = lazyPart(async () => ({
  default: (await import('../../components/access/PermissionsInput')).PermissionText,
}))
const RefuseDialog = lazyPart(() => import('./RefuseDialog'))

/** Avatar and name; opens the devices of the space, unless its invitation is pending. */
function SpaceName({ space: { id, name, invited } }: { space: Space }) {
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, minWidth: 0, maxWidth: '100%' }}>
      <SpaceAvatar name={name} />
      {invited ? <span>{name}</span> : <NameLink to={spaceAddresses(id).list('devices')} name={name} />}
    </Box>
  )
}

function SpaceType({ type }: Pick<Space, 'type'>) {
  return <span>{useTranslate()(`spaces.types.${type}`)}</span>
}

/** Opens the dialog to refuse, if the server supports it. */
function RefuseButton({ space }: { space: Space }) {
  const label = useTranslate()('spaces.refusal.refuseFor', { name: space.name })
  const [isAsking, setAsking] = useState(false)
  if (!useCapability(spacesApi.refuse.capability)) return null
  return (
    <>
      <Tooltip title={label}>
        <IconButton size="small" aria-label={label} onClick={() => setAsking(true)}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {isAsking && (
        <PartFrame onClose={() => setAsking(false)}>
          <RefuseDialog space={space} onClose={() => setAsking(false)} />
        </PartFrame>
      )}
    </>
  )
}

/** "Invited", and buttons to accept and refuse. Rules, "Spaces". */
function Invitation({ space }: { space: Space }) {
  const translate = useTranslate()
  const { accept, isPending } = useAcceptInvitation(space)
  const { name } = space
  if (!space.invited) return <span>{'–'}</span>
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      {/* On a phone, the card only has room for the buttons, which say the same. */}
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {translate('spaces.invitation.invited')}
      </Box>
      <LoadingButton
        size="small"
        variant="outlined"
        loading={isPending}
        onClick={() => accept()}
        aria-label={translate('spaces.invitation.acceptFor', { name })}
      >
        {translate('spaces.invitation.accept')}
      </LoadingButton>
      <RefuseButton space={space} />
    </Box>
  )
}

/** The caller's role; null for a caller who has none. */
const roleOf = ({ user_role: role, user_permissions: permissions }: Space) =>
  role && <SpaceRoleText role={roleOrOwn({ role, permissions })} />

/** The fields of a space. Rules, "Spaces". */
export const spaceFields = entityFields(
  spaceEntity,
  'all',
  group('spaces.fields'),
  {
    name: { column: { cell: (space) => <SpaceName space={space} /> } },
    id: {},
    type: { show: ({ type }) => <SpaceType type={type} />, column: { width: 92, card: 'line' } },
    user_role: {
      show: roleOf,
      column: {
        cell: (space) => roleOf(space) ?? '–',
        filter: { kind: 'multiselect', source: 'user_role', choices: ROLE_CHOICES },
        width: 112,
        card: 'line',
      },
    },
    user_permissions: {
      optional: true,
      wide: true,
      show: ({ user_permissions, user_tags }) =>
        user_permissions && (
          <Suspense>
            <PermissionText granted={{ permissions: user_permissions, tags: user_tags }} />
          </Suspense>
        ),
    },
    user_tags: {
      optional: true,
      show: ({ user_tags }) => (user_tags.length > 0 ? <TagChips tags={user_tags} /> : null),
    },
    user_ends_at: {
      optional: true,
      show: ({ user_ends_at }) =>
        user_ends_at && (
          <Suspense>
            <EndText value={user_ends_at} />
          </Suspense>
        ),
      column: null,
    },
    created_at: { column: { filter: { kind: 'dateRange', source: 'created_at' }, width: 112 } },
    invited: {
      show: (space) => <Invitation space={space} />,
      details: false,
      column: { width: 208, card: 'line' },
    },
  },
  ['owner_id', 'invited_by'],
)
