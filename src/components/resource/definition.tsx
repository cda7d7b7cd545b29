import { type ComponentType, createContext, useContext } from 'react'
import { type RaRecord, Resource, type ResourceProps, useCreatePath } from 'react-admin'
import { Navigate, Route } from 'react-router-dom'
import type { Permission } from '#contract/permissions'
import { useConfig } from '../../config'
import { useKnownPermission } from '../../dataProvider/account'
import type { ResourceName, SpaceResource } from '../../dataProvider/endpoints'
import { type MessageKey, useTranslate } from '../../i18n/translate'
import { lazyPart, Waiting } from '../lazyPart'
import { asLastSeen } from '../page/lastSearch'
import { NotFound } from '../page/NotFound'
import type { CreateDialogProps } from '../table/types'

const NotPermitted = lazyPart(() => import('../page/NotPermitted'))

type Verb = 'create' | 'read' | 'update' | 'delete'

/** A branch of the permission tree that has all four verbs. */
type PermissionGroup = Permission extends infer P
  ? P extends `${infer Group}:create`
    ? Group
    : never
  : never
type CrudGroup = {
  [Group in PermissionGroup]: `${Group}:${Verb}` extends Permission ? Group : never
}[PermissionGroup]

/** The four permissions of a branch of the permission tree. */
export const crudOf = <const Group extends CrudGroup>(group: Group) =>
  ({
    create: `${group}:create`,
    read: `${group}:read`,
    update: `${group}:update`,
    delete: `${group}:delete`,
  }) as const

/** The resources that have a text of this name among their messages: `Named<'create.title'>`. */
type Named<Part extends string> = {
  [Name in ResourceName]: `${Name}.${Part}` extends MessageKey ? Name : never
}[ResourceName]

type ListTexts =
  | 'title'
  | 'details'
  | 'entity.many'
  | 'entity.first'
  | 'notFound.title'
  | 'notFound.text'
  | 'notFound.back'
type CreateTexts = 'create.label' | 'create.title' | 'create.submit' | 'create.done'
type EditTexts = 'delete.title' | 'delete.text' | 'delete.done'

interface Views extends Pick<ResourceProps, 'recordRepresentation'> {
  icon: ComponentType
  /** A verb without a permission is for everyone who is signed in. */
  permissions: Partial<Record<Verb, Permission>>
  /** Without this capability of the server the resource is not there. */
  capability?: string
  list: ComponentType & { preload?: () => Promise<void> }
  /** The record's page, at `/{id}`. */
  show?: ComponentType
  /** Why this record cannot be edited by anyone; null when it can. */
  uneditable?: (record: RaRecord) => MessageKey | null
  /** Resources that show these records as well: once one changes, they load again. */
  shownIn?: readonly ResourceName[]
}

/** Where its pages live: `/{name}`, `/space/{spaceId}/{name}` or `/admin/{path}`. */
type Scope =
  | { scope: 'account'; path?: undefined }
  | { scope: 'admin'; path: string }
  | { scope: 'space'; name: SpaceResource; path?: undefined }

interface WithCreate {
  name: Named<ListTexts | CreateTexts>
  /** The dialog that creates a record, over the list. */
  create: ComponentType<CreateDialogProps>
}

interface WithEdit {
  name: Named<ListTexts | EditTexts>
  /** The record's page again: it has an edit mode, at `/{id}?edit=true`. */
  edit: ComponentType
}

/**
 * A resource of the console: its name, its views, and what a person must be allowed to do. Its messages have the texts
 * that its views need.
 */
export type ResourceDefinition = Views &
  Scope &
  (WithCreate | { name: Named<ListTexts>; create?: undefined }) &
  (WithEdit | { name: Named<ListTexts>; edit?: undefined })

const DefinitionContext = createContext<ResourceDefinition | null>(null)

/** The resource of the page. Errors: the page belongs to none. */
export function useDefinition(): ResourceDefinition {
  const definition = useContext(DefinitionContext)
  if (!definition) throw new Error('This part belongs to a resource')
  return definition
}

/** The last part of the addresses of a resource's pages. */
export const segmentOf = ({ path, name }: Pick<ResourceDefinition, 'path' | 'name'>): string => path ?? name

/** The addresses of the pages of the resource around it; its list is shown as it was last seen. */
export function useResourceAddresses() {
  const createPath = useCreatePath()
  const resource = segmentOf(useDefinition())
  return {
    list: asLastSeen(createPath({ resource, type: 'list' })),
    record: (id: RaRecord['id']) => createPath({ resource, type: 'edit', id }),
  }
}

/** Provides the resource of a page to its parts. */
export const DefinitionProvider = DefinitionContext.Provider

/** Tells whether the server has a resource. */
export function useIsOffered(): (definition: Pick<ResourceDefinition, 'capability'>) => boolean {
  const { capabilities } = useConfig()
  return ({ capability }) => capability === undefined || capabilities.includes(capability)
}

/** Replaces a record that does not exist. */
export function RecordNotFound() {
  const translate = useTranslate()
  const { name } = useDefinition()
  const { list } = useResourceAddresses()
  return (
    <NotFound
      title={translate(`${name}.notFound.title`)}
      text={translate(`${name}.notFound.text`)}
      instead={{ label: translate(`${name}.notFound.back`), to: list }}
    />
  )
}

/**
 * React-admin's routes of a resource, and `/{id}` for records without an edit mode as well. People who may not read the
 * resource are told so, and none of its data is requested.
 */
export function ResourceRoutes({ definition }: { definition: ResourceDefinition }) {
  const { name, list, show: Show, edit, create, permissions } = definition
  const translate = useTranslate()
  const canRead = useKnownPermission(permissions.read)
  const isOffered = useIsOffered()(definition)
  if (!isOffered) return <NotFound />
  if (canRead === undefined) return <Waiting />
  if (!canRead) return <NotPermitted title={translate(`${name}.title`)} />
  return (
    <DefinitionProvider value={definition}>
      <Resource
        name={name}
        list={list}
        show={Show}
        edit={edit}
        create={create && <Navigate to=".?create=true" replace />}
      >
        {Show && !edit && <Route path=":id" element={<Show />} />}
        {!Show && !edit && <Route path="*" element={<RecordNotFound />} />}
      </Resource>
    </DefinitionProvider>
  )
}

/** The resources as react-admin knows them. */
export const registered = (resources: readonly ResourceDefinition[]) =>
  Object.fromEntries(resources.map((resource) => [resource.name, Resource.registerResource(resource)]))

/** The route of a resource's pages. */
export const routeOf = (definition: ResourceDefinition) => (
  <Route
    key={definition.name}
    path={`${segmentOf(definition)}/*`}
    element={<ResourceRoutes definition={definition} />}
  />
)
