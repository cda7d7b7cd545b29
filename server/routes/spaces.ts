import { configTemplateEntity, configTemplatesApi } from '#contract/configuration'
import { keyEntity, keysApi } from '#contract/keys'
import { overviewApi } from '#contract/overview'
import { spacesApi } from '#contract/spaces'
import { tagEntity, tagsApi } from '#contract/tags'
import { usersApi } from '#contract/users'
import { viewEntity, viewsApi } from '#contract/views'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { listAttention, snooze } from '../services/overview/attention'
import { listTroubledSpaces, readOverview } from '../services/overview/overview'
import {
  configTemplates,
  createConfigTemplate,
  updateConfigTemplate,
} from '../services/spaces/configTemplates'
import { copyInvitationLink, invite, listInvitations, resendInvitation } from '../services/spaces/invitations'
import {
  createKey,
  deleteKey,
  duplicateKey,
  listKeys,
  readKey,
  readKeyUsage,
  readToken,
  rotateKey,
  updateKey,
} from '../services/spaces/keys'
import { deleteSpaceUser, listSpaceUsers, readSpaceUser, updateSpaceUser } from '../services/spaces/people'
import { refuseInvitation } from '../services/spaces/refusals'
import {
  acceptInvitation,
  createSpace,
  deleteSpace,
  listSpaces,
  readSpace,
  updateSpace,
} from '../services/spaces/spaces'
import { deleteTag, readTagUsage, tags, updateTag } from '../services/spaces/tags'
import { createView, deleteView, updateView, views } from '../services/views/views'
import { implementResource } from './resource'

/** The services behind the calls of spaces, their tags, keys and people. */
export function spaceRoutes(implement: Implement, deps: Deps) {
  const { db } = deps
  const resource = implementResource(implement, deps)
  implement(spacesApi.list, ({ caller, query }) => listSpaces(db, caller, query))
  implement(spacesApi.create, ({ caller, body }) => createSpace(deps, caller, body))
  implement(spacesApi.get, ({ caller, params }) => readSpace(db, caller, params.spaceId))
  implement(spacesApi.update, ({ caller, params, body, ifMatch }) =>
    updateSpace(deps, caller, params.spaceId, body, ifMatch),
  )
  implement(spacesApi.delete, ({ caller, params, ifMatch }) =>
    deleteSpace(deps, caller, params.spaceId, ifMatch),
  )
  implement(spacesApi.refuse, ({ caller, params, body }) =>
    refuseInvitation(deps, caller, params.spaceId, body),
  )
  implement(spacesApi.accept, ({ caller, params }) => acceptInvitation(deps, caller, params.spaceId))

  resource(tagEntity, tagsApi, { ...tags, update: updateTag, delete: deleteTag }, () => {
    implement(tagsApi.usage, ({ params, caller }) => readTagUsage(db, caller, params.spaceId))
  })
  const templateService = { ...configTemplates, create: createConfigTemplate, update: updateConfigTemplate }
  resource(configTemplateEntity, configTemplatesApi, templateService)
  const viewService = { ...views, create: createView, update: updateView, delete: deleteView }
  resource(viewEntity, viewsApi, viewService)
  const keyService = {
    list: listKeys,
    read: readKey,
    create: createKey,
    update: updateKey,
    delete: deleteKey,
  }
  resource(keyEntity, keysApi, keyService, () => {
    implement(keysApi.usage, ({ params, caller }) => readKeyUsage(deps, caller, params.spaceId))
    implement(keysApi.duplicate, ({ params: { spaceId, keyId }, caller, body }) =>
      duplicateKey(deps, caller, { spaceId, id: keyId }, body),
    )
    implement(keysApi.rotate, ({ params: { spaceId, keyId }, caller }) =>
      rotateKey(deps, caller, { spaceId, id: keyId }),
    )
    implement(keysApi.token, ({ params: { spaceId, keyId }, caller }) =>
      readToken(deps, caller, { spaceId, id: keyId }),
    )
  })
  implement(usersApi.list, ({ caller, params, query }) => listSpaceUsers(db, caller, params.spaceId, query))
  implement(usersApi.invite, ({ caller, params, body, language }) =>
    invite(deps, caller, params.spaceId, body, language),
  )
  // Before the routes of one person, because the first match wins.
  implement(usersApi.invitations, ({ caller, params }) => listInvitations(db, caller, params.spaceId))
  implement(usersApi.get, ({ caller, params }) => readSpaceUser(db, caller, params))
  implement(usersApi.update, ({ caller, params, body, ifMatch }) =>
    updateSpaceUser(deps, caller, params, body, ifMatch),
  )
  implement(usersApi.delete, ({ caller, params, ifMatch }) => deleteSpaceUser(deps, caller, params, ifMatch))
  implement(usersApi.resend, ({ caller, params }) => resendInvitation(deps, caller, params))
  implement(usersApi.link, ({ caller, params }) => copyInvitationLink(deps, caller, params))
}

/** The services behind the calls of overviews. */
export function overviewRoutes(implement: Implement, deps: Deps) {
  implement(overviewApi.read, ({ params, query, caller }) =>
    readOverview(deps, caller, params.spaceId, query),
  )
  implement(overviewApi.attention, ({ params, query, caller }) =>
    listAttention(deps, caller, params.spaceId, query),
  )
  implement(overviewApi.snooze, ({ params, body, caller }) => snooze(deps, caller, params.spaceId, body))
  implement(overviewApi.spaces, ({ query }) => listTroubledSpaces(deps, query))
}
