import { CALLER_NAMES, type CallerName } from '../support/callers'

/**
 * Who may make which call: the answer to every kind of caller, written down for people to read. It deliberately repeats
 * the decisions of the contract (`can`), so that a wrong rule there is noticed here.
 *
 * The roles are those of Rules, "Roles and permissions": a user of a space reads, an admin of it changes everything in
 * it, a system administrator may do everything everywhere. A key may do what it was granted, in its own space.
 *
 * - nobody    without a token or key; the same holds for a deleted key
 * - stranger  signed in, in no space
 * - guest     invited to the space, not accepted yet
 * - user      of the space
 * - admin     of the space
 * - system    a system administrator, in no space
 * - key       with only the permission of the line
 * - lesser    a key with all other permissions
 * - tagged    a key with the permission, limited to the tag of the record
 * - astray    a key with the permission, limited to another tag
 * - foreign   a key of another space, with all permissions
 *
 * yes: allowed. 400: refused as sent. 401: unknown caller. 403: forbidden. 404: must not learn that it exists.
 */
const WRITTEN = `
nobody stranger guest user admin system key lesser tagged astray foreign  permission                   call

# Signing in
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /auth/login
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /auth/oauth2/code
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            get    /auth/oauth2/providers
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /auth/passkeys/options
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /auth/passkeys/login
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /auth/recovery
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /auth/setup
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /auth/setup/check
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            post   /auth/confirm
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            post   /auth/logout

# Signing up
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /registration/new
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /registration/complete
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /registration/invitation
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /registration/refuse
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            put    /registration/verify
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /profile/password/forgot
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            put    /profile/password/reset
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /profile/password/reset/check

# Devices: they prove themselves by their claim token
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /devices/uplink
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /devices/uplinks

# One's own account: nobody reaches another's, whatever their role. The sign-ins are the admin's, the passkey is a fifth person's
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            get    /profile
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            put    /profile
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            put    /profile/locale
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            get    /profile/password
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            put    /profile/password
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            get    /profile/authentications
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            post   /profile/authentications
401    404      404   404  yes   404    403 403    403    403    403      -                            delete /profile/authentication/{authenticationId}
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            get    /profile/refused-senders
401    404      404   404  yes   404    403 403    403    403    403      -                            delete /profile/refused-senders/{refusalId}
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            get    /profile/sessions
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            delete /profile/sessions
401    404      404   404  yes   404    403 403    403    403    403      -                            delete /profile/sessions/{sessionId}
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            get    /profile/notifications
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            put    /profile/notifications
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            get    /profile/notices
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            get    /profile/notices/count
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            post   /profile/notices/read
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            get    /profile/push
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            post   /profile/push
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            post   /profile/push/confirm
401    404      404   404  404   404    403 403    403    403    403      -                            delete /profile/push/{browserId}
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            get    /profile/security
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            post   /profile/passkeys/options
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            post   /profile/passkeys
401    404      404   404  404   404    403 403    403    403    403      -                            put    /profile/passkeys/{passkeyId}
401    404      404   404  404   404    403 403    403    403    403      -                            delete /profile/passkeys/{passkeyId}
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            post   /profile/authenticator
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            put    /profile/authenticator
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            delete /profile/authenticator
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            post   /profile/recovery-codes

# The whole system: its administrators only
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/settings
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 put    /admin/settings
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/installation
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/routines
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 post   /admin/routines/{routine}
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/backups
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 post   /admin/mail/test
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/overview
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/users
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/users/count
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/users/{userId}
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 put    /admin/users/{userId}
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 put    /users/{userId}
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 delete /users/{userId}
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/devices
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/devices/count
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/spaces
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/sim/{simId}
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 put    /admin/sim/{simId}
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/audit
401    403      403   403  403   yes    403 403    403    403    403      admin:access                 get    /admin/audit/count

# Spaces: everybody sees their own, and may create one; every key sees its space
401    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            get    /spaces
401    yes      yes   yes  yes   yes    403 403    403    403    403      -                            post   /spaces
401    404      404   yes  yes   yes    yes yes    yes    yes    404      space:read                   get    /spaces/{spaceId}
401    404      404   403  yes   yes    403 403    403    403    404      space:update                 put    /spaces/{spaceId}
401    404      404   403  yes   yes    403 403    403    403    404      space:delete                 delete /spaces/{spaceId}
401    404      yes   yes  yes   404    403 403    403    403    403      -                            put    /spaces/{spaceId}/accept
401    404      yes   404  404   404    403 403    403    403    403      -                            put    /spaces/{spaceId}/refuse

# Calls of older programs, which take the space of the key
401    403      403   403  403   403    yes yes    yes    yes    404      space:read                   post   /auth/space
401    403      403   403  403   403    yes 403    yes    yes    yes      space:device:read            get    /devices
401    403      403   403  403   403    yes 403    yes    400    400      space:device:create          post   /devices
401    403      403   403  403   403    yes 403    yes    404    404      space:device:shell:create    post   /messages

# People of a space. A key with tags invites people with its own tags only
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:user:read              get    /spaces/{spaceId}/users
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:user:read              get    /spaces/{spaceId}/users/{userId}
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:user:read              get    /spaces/{spaceId}/users/invitations
401    404      404   403  yes   yes    yes 403    yes    403    404      space:user:create            post   /spaces/{spaceId}/users/invite
401    404      404   403  yes   yes    yes 403    yes    yes    404      space:user:create            post   /spaces/{spaceId}/users/{userId}/invitation
401    404      404   403  yes   yes    yes 403    yes    yes    404      space:user:create            post   /spaces/{spaceId}/users/{userId}/invitation/link
401    404      404   403  yes   yes    yes 403    yes    yes    404      space:user:update            put    /spaces/{spaceId}/users/{userId}
401    404      404   403  yes   yes    yes 403    yes    yes    404      space:user:delete            delete /spaces/{spaceId}/users/{userId}

# Guest links: what they show leaves the space, so only its admins make them; what guests get is for whoever has the token
401    404      404   403  yes   yes    403 403    403    403    403      space:guestLink:read         get    /spaces/{spaceId}/guest-links
401    404      404   403  yes   yes    403 403    403    403    403      space:guestLink:create       post   /spaces/{spaceId}/guest-links
401    404      404   403  yes   yes    403 403    403    403    403      space:guestLink:delete       delete /spaces/{spaceId}/guest-links/{guestLinkId}
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            get    /guest
yes    yes      yes   yes  yes   yes    yes yes    yes    yes    yes      -                            get    /guest/points

# Keys: the id of a key is its token, so only admins read them, and only people tokens. A key with tags gives only its own
401    404      404   403  yes   yes    yes 403    yes    yes    404      space:key:read               get    /spaces/{spaceId}/keys
401    404      404   403  yes   yes    yes 403    yes    yes    404      space:key:read               get    /spaces/{spaceId}/keys/usage
401    404      404   403  yes   yes    yes 403    yes    404    404      space:key:read               get    /spaces/{spaceId}/keys/{keyId}
401    404      404   403  yes   yes    403 403    403    403    403      space:key:read               get    /spaces/{spaceId}/keys/{keyId}/token
401    404      404   403  yes   yes    yes 403    yes    403    404      space:key:create             post   /spaces/{spaceId}/keys
401    404      404   403  yes   yes    yes 403    yes    404    404      space:key:update             put    /spaces/{spaceId}/keys/{keyId}
401    404      404   403  yes   yes    403 403    403    403    403      space:key:update             post   /spaces/{spaceId}/keys/{keyId}/rotate
401    404      404   403  yes   yes    403 403    403    403    403      space:key:create             post   /spaces/{spaceId}/keys/{keyId}/duplicate
401    404      404   403  yes   yes    yes 403    yes    404    404      space:key:delete             delete /spaces/{spaceId}/keys/{keyId}

# Tags. A key with tags neither changes nor deletes any
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:tag:read               get    /spaces/{spaceId}/tags
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:tag:read               get    /spaces/{spaceId}/tags/usage
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:tag:read               get    /spaces/{spaceId}/tags/{tagId}
401    404      404   403  yes   yes    yes 403    yes    yes    404      space:tag:create             post   /spaces/{spaceId}/tags
401    404      404   403  yes   yes    yes 403    403    403    404      space:tag:update             put    /spaces/{spaceId}/tags/{tagId}
401    404      404   403  yes   yes    yes 403    403    403    404      space:tag:delete             delete /spaces/{spaceId}/tags/{tagId}

# Variables. A key with tags has those of devices that it sees, and their values with one permission more
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:variable:read          get    /spaces/{spaceId}/variables
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:variable:read          get    /spaces/{spaceId}/variables/count
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:variable:read          get    /spaces/{spaceId}/variables/{variableId}
401    404      404   403  yes   yes    yes 403    yes    400    404      space:variable:create        post   /spaces/{spaceId}/variables
401    404      404   403  yes   yes    yes 403    yes    404    404      space:variable:update        put    /spaces/{spaceId}/variables/{variableId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:variable:update        post   /spaces/{spaceId}/variables/{variableId}/lock
401    404      404   403  yes   yes    yes 403    yes    404    404      space:variable:update        post   /spaces/{spaceId}/variables/{variableId}/unlock
401    404      404   403  yes   yes    yes 403    yes    404    404      space:variable:delete        delete /spaces/{spaceId}/variables/{variableId}

# Devices. To a key with tags those without any of them do not exist
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:device:read            get    /spaces/{spaceId}/devices
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:device:read            get    /spaces/{spaceId}/devices/count
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:device:read            get    /spaces/{spaceId}/devices/search
401    404      404   403  yes   yes    yes 403    yes    400    404      space:device:create          post   /spaces/{spaceId}/devices
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:device:read            get    /spaces/{spaceId}/devices/{deviceId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:update          put    /spaces/{spaceId}/devices/{deviceId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:delete          delete /spaces/{spaceId}/devices/{deviceId}
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:device:read            get    /spaces/{spaceId}/devices/{deviceId}/sessions/{sessionId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:update          post   /spaces/{spaceId}/devices/{deviceId}/replace
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:device:read            get    /spaces/{spaceId}/devices/{deviceId}/replacements
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:device:read            get    /spaces/{spaceId}/devices/{deviceId}/log
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:device:read            post   /spaces/{spaceId}/devices/{deviceId}/support-bundle
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:note:create     post   /spaces/{spaceId}/devices/{deviceId}/notes
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:note:delete     delete /spaces/{spaceId}/devices/{deviceId}/notes/{noteId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:note:create     put    /spaces/{spaceId}/devices/{deviceId}/notes/{noteId}/files/{fileId}
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:device:read            get    /spaces/{spaceId}/devices/{deviceId}/notes/{noteId}/files/{fileId}
401    404      404   403  yes   yes    403 403    403    403    403      space:device:delete          get    /spaces/{spaceId}/devices/{deviceId}/move
401    404      404   403  yes   yes    403 403    403    403    403      space:device:delete          post   /spaces/{spaceId}/devices/{deviceId}/move
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:device:read            get    /spaces/{spaceId}/devices/{deviceId}/configuration
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:config:create   put    /spaces/{spaceId}/devices/{deviceId}/configuration
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:device:read            get    /spaces/{spaceId}/devices/{deviceId}/firmware
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:firmware:create  post   /spaces/{spaceId}/devices/{deviceId}/firmware
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:firmware:delete  delete /spaces/{spaceId}/devices/{deviceId}/firmware/{jobId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:config:create   post   /spaces/{spaceId}/devices/{deviceId}/configs
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:shell:create    post   /spaces/{spaceId}/devices/{deviceId}/commands
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:downlink:create  post   /spaces/{spaceId}/devices/{deviceId}/downlinks

# Messages. A downlink takes the permission of its type: here it is of the shell
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:message:read           get    /spaces/{spaceId}/messages
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:message:read           get    /spaces/{spaceId}/messages/count
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:message:read           get    /spaces/{spaceId}/messages/search
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:message:read           get    /spaces/{spaceId}/messages/{messageId}
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:message:read           get    /spaces/{spaceId}/messages/{messageId}/events
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:message:series:read    get    /spaces/{spaceId}/devices/{deviceId}/series
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:message:series:read    get    /spaces/{spaceId}/series
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:message:series:read    get    /spaces/{spaceId}/series/latest
401    404      404   yes  yes   yes    yes 403    yes    400    404      space:message:series:read    get    /spaces/{spaceId}/series/points
401    404      404   yes  yes   yes    yes 403    yes    400    404      space:message:series:read    get    /spaces/{spaceId}/series/points/export
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:message:series:read    get    /spaces/{spaceId}/series/settings
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:device:read            get    /spaces/{spaceId}/devices/{deviceId}/series/marks
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:message:read           get    /spaces/{spaceId}/devices/{deviceId}/series/message
401    404      404   403  yes   yes    yes 403    403    403    404      space:device:update          put    /spaces/{spaceId}/series/settings
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:shell:create    post   /spaces/{spaceId}/messages
401    404      404   403  yes   yes    yes 403    yes    404    404      space:device:shell:delete    put    /spaces/{spaceId}/messages/{messageId}
# Of many downlinks each needs the permission of its type; the answer says for which the caller had none
401    404      404   403  yes   yes    yes yes    yes    yes    404      space:device:shell:delete    post   /spaces/{spaceId}/messages/cancel

# What needs attention: whoever sees it need not be who puts it off
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:overview:read        get    /spaces/{spaceId}/overview
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:overview:read        get    /spaces/{spaceId}/attention
401    404      404   403  yes   yes    yes 403    yes    404    404      space:overview:update      post   /spaces/{spaceId}/attention/snooze

# Alerts. A key with tags has the rules about its own tags, and the alerts of devices that it sees. What came of a test is for who
# made it
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:alertRule:read         get    /spaces/{spaceId}/alert-rules
401    404      404   403  yes   yes    yes 403    yes    403    404      space:alertRule:create       post   /spaces/{spaceId}/alert-rules
401    404      404   403  yes   yes    yes 403    yes    403    404      space:alertRule:create       post   /spaces/{spaceId}/alert-rules/try
401    404      404   403  yes   yes    yes 403    yes    400    404      space:alertRule:update       post   /spaces/{spaceId}/alert-rules/test
401    404      404   403  yes   404    404 403    404    404    404      space:alertRule:update       get    /spaces/{spaceId}/alert-rules/test/{alertTestId}
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:alertRule:read         get    /spaces/{spaceId}/alert-rules/{alertRuleId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:alertRule:update       put    /spaces/{spaceId}/alert-rules/{alertRuleId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:alertRule:delete       delete /spaces/{spaceId}/alert-rules/{alertRuleId}
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:alert:read             get    /spaces/{spaceId}/alerts
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:alert:read             get    /spaces/{spaceId}/alerts/{alertId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:alert:acknowledge      post   /spaces/{spaceId}/alerts/{alertId}/acknowledge
401    404      404   403  yes   yes    yes 403    yes    404    404      space:alert:acknowledge      post   /spaces/{spaceId}/alerts/{alertId}/notes
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:mute:read              get    /spaces/{spaceId}/mutes
401    404      404   403  yes   yes    yes 403    yes    403    404      space:mute:create            post   /spaces/{spaceId}/mutes
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:mute:read              get    /spaces/{spaceId}/mutes/{muteId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:mute:update            put    /spaces/{spaceId}/mutes/{muteId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:mute:delete            delete /spaces/{spaceId}/mutes/{muteId}
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:shift:read             get    /spaces/{spaceId}/shifts
401    404      404   403  yes   yes    yes 403    403    403    404      space:shift:create           post   /spaces/{spaceId}/shifts
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:shift:read             get    /spaces/{spaceId}/shifts/{shiftId}
401    404      404   403  yes   yes    yes 403    403    403    404      space:shift:update           put    /spaces/{spaceId}/shifts/{shiftId}
401    404      404   403  yes   yes    yes 403    403    403    404      space:shift:delete           delete /spaces/{spaceId}/shifts/{shiftId}

# Roll-outs: a key with tags has no part in them
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:rollout:read           get    /spaces/{spaceId}/rollouts
401    404      404   403  yes   yes    yes 403    403    403    404      space:rollout:create         post   /spaces/{spaceId}/rollouts
401    404      404   403  yes   yes    yes 403    403    403    404      space:rollout:create         post   /spaces/{spaceId}/rollouts/try
401    404      404   yes  yes   yes    yes 403    404    404    404      space:rollout:read           get    /spaces/{spaceId}/rollouts/{rolloutId}
401    404      404   403  yes   yes    yes 403    404    404    404      space:rollout:update         put    /spaces/{spaceId}/rollouts/{rolloutId}
401    404      404   403  yes   yes    yes 403    404    404    404      space:rollout:delete         delete /spaces/{spaceId}/rollouts/{rolloutId}
401    404      404   yes  yes   yes    yes 403    404    404    404      space:rollout:read           get    /spaces/{spaceId}/rollouts/{rolloutId}/devices
401    404      404   403  yes   yes    yes 403    404    404    404      space:rollout:update         post   /spaces/{spaceId}/rollouts/{rolloutId}/start
401    404      404   403  yes   yes    yes 403    404    404    404      space:rollout:update         post   /spaces/{spaceId}/rollouts/{rolloutId}/pause
401    404      404   403  yes   yes    yes 403    404    404    404      space:rollout:update         post   /spaces/{spaceId}/rollouts/{rolloutId}/resume
401    404      404   403  yes   yes    yes 403    404    404    404      space:rollout:update         post   /spaces/{spaceId}/rollouts/{rolloutId}/next
401    404      404   403  yes   yes    yes 403    404    404    404      space:rollout:update         post   /spaces/{spaceId}/rollouts/{rolloutId}/stop
401    404      404   403  yes   yes    yes 403    404    404    404      space:rollout:create         post   /spaces/{spaceId}/rollouts/{rolloutId}/rollback
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:device:read            get    /spaces/{spaceId}/firmware
# Configuration templates. A key with tags has those with only its own tags
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:configTemplate:read    get    /spaces/{spaceId}/config-templates
401    404      404   403  yes   yes    yes 403    yes    403    404      space:configTemplate:create  post   /spaces/{spaceId}/config-templates
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:configTemplate:read    get    /spaces/{spaceId}/config-templates/{configTemplateId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:configTemplate:update  put    /spaces/{spaceId}/config-templates/{configTemplateId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:configTemplate:delete  delete /spaces/{spaceId}/config-templates/{configTemplateId}

# Views: those of everyone in the space. Everyone sees the questions; a caller with tags cannot change them, because rules may ask them
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:view:read              get    /spaces/{spaceId}/views
401    404      404   403  yes   yes    yes 403    403    403    404      space:view:read              post   /spaces/{spaceId}/views
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:view:read              get    /spaces/{spaceId}/views/{viewId}
401    404      404   403  yes   yes    yes 403    403    403    404      space:view:read              put    /spaces/{spaceId}/views/{viewId}
401    404      404   403  yes   yes    yes 403    403    403    404      space:view:read              delete /spaces/{spaceId}/views/{viewId}

# Connectors. The secret that signs is for who may change them
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:connector:read         get    /spaces/{spaceId}/connectors
401    404      404   yes  yes   yes    yes 403    yes    yes    404      space:connector:read         get    /spaces/{spaceId}/connectors/outcomes
401    404      404   403  yes   yes    yes 403    yes    403    404      space:connector:create       post   /spaces/{spaceId}/connectors
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:connector:read         get    /spaces/{spaceId}/connectors/{connectorId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       put    /spaces/{spaceId}/connectors/{connectorId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:delete       delete /spaces/{spaceId}/connectors/{connectorId}
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:connector:read         get    /spaces/{spaceId}/connectors/{connectorId}/statistics
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:connector:read         get    /spaces/{spaceId}/connectors/{connectorId}/operation
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       post   /spaces/{spaceId}/connectors/{connectorId}/pause
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       post   /spaces/{spaceId}/connectors/{connectorId}/resume
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       post   /spaces/{spaceId}/connectors/{connectorId}/test
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       get    /spaces/{spaceId}/connectors/{connectorId}/secret
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       put    /spaces/{spaceId}/connectors/{connectorId}/certificate
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       delete /spaces/{spaceId}/connectors/{connectorId}/certificate
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       post   /spaces/{spaceId}/connectors/{connectorId}/secret
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       delete /spaces/{spaceId}/connectors/{connectorId}/secret/previous
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:connector:read         get    /spaces/{spaceId}/connectors/{connectorId}/replays
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       post   /spaces/{spaceId}/connectors/{connectorId}/replays
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:connector:read         get    /spaces/{spaceId}/connectors/{connectorId}/replays/{replayId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       post   /spaces/{spaceId}/connectors/{connectorId}/replays/{replayId}/pause
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       post   /spaces/{spaceId}/connectors/{connectorId}/replays/{replayId}/resume
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       post   /spaces/{spaceId}/connectors/{connectorId}/replays/{replayId}/stop
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:connector:read         get    /spaces/{spaceId}/connectors/{connectorId}/deliveries
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:connector:read         get    /spaces/{spaceId}/connectors/{connectorId}/deliveries/count
401    404      404   yes  yes   yes    yes 403    yes    404    404      space:connector:read         get    /spaces/{spaceId}/connectors/{connectorId}/deliveries/{deliveryId}
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       post   /spaces/{spaceId}/connectors/{connectorId}/deliveries/retry
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       post   /spaces/{spaceId}/connectors/{connectorId}/deliveries/send
401    404      404   403  yes   yes    yes 403    yes    404    404      space:connector:update       post   /spaces/{spaceId}/connectors/{connectorId}/deliveries/{deliveryId}/retry

# The audit log: who changed what is for the admins of the space, and for no key
401    404      404   403  yes   yes    403 403    403    403    403      space:audit:read             get    /spaces/{spaceId}/audit
401    404      404   403  yes   yes    403 403    403    403    403      space:audit:read             get    /spaces/{spaceId}/audit/count
401    404      404   403  yes   yes    403 403    403    403    403      space:audit:read             get    /spaces/{spaceId}/connectors/{connectorId}/versions
401    404      404   403  yes   yes    403 403    403    403    403      space:audit:undo             post   /spaces/{spaceId}/audit/{entryId}/undo

# The trash: who may delete a kind of record may delete many of it; keys delete one at a time, by the calls of each kind
401    404      404   yes  yes   yes    403 403    403    403    403      space:trash:read             get    /spaces/{spaceId}/trash
401    404      404   yes  yes   yes    403 403    403    403    403      space:trash:read             get    /spaces/{spaceId}/trash/count
401    404      404   403  yes   yes    403 403    403    403    403      space:tag:delete             post   /spaces/{spaceId}/trash
401    404      404   403  yes   yes    403 403    403    403    403      space:tag:delete             post   /spaces/{spaceId}/trash/effects
401    404      404   403  yes   yes    403 403    403    403    403      space:trash:restore          post   /spaces/{spaceId}/trash/restore
401    404      404   403  yes   yes    403 403    403    403    403      space:trash:empty            post   /spaces/{spaceId}/trash/empty
`

const ANSWERS = ['yes', 400, 401, 403, 404] as const
type Answer = (typeof ANSWERS)[number]

interface Line {
  /** `get /spaces/{spaceId}` */
  call: string
  /** Permission that a key or the role of a person needs for the call; null when any known caller may call. */
  permission: string | null
  answers: ReadonlyMap<CallerName, Answer>
}

const [head = '', ...lines] = WRITTEN.split('\n').filter((line) => line && !line.startsWith('#'))
const columns = head.split(/ +/)

function readLine(line: string): Line {
  const cells = line.split(/ +/)
  const cellOf = (column: string) => cells[columns.indexOf(column)]
  const answers = CALLER_NAMES.map((caller) => {
    const cell = cellOf(caller === 'deleted' ? 'nobody' : caller)
    const answer = ANSWERS.find((one) => String(one) === cell)
    if (answer === undefined) throw new Error(`${caller} is answered "${cell}" in the line: ${line}`)
    return [caller, answer] as const
  })
  const permission = cellOf('permission') ?? '-'
  return {
    call: cells.slice(columns.indexOf('call')).join(' '),
    permission: permission === '-' ? null : permission,
    answers: new Map(answers),
  }
}

/** The table, a line for each call. */
export const LINES: readonly Line[] = lines.map(readLine)

/** The line of a call, such as `get /spaces/{spaceId}`. */
export function lineOf(call: string): Line {
  const line = LINES.find((one) => one.call === call)
  if (!line) throw new Error(`the table of permissions has no line for ${call}`)
  return line
}
