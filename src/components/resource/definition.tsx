import { type ComponentType, createContext, useContext } from 'react'
import {
  type RaRecord,
  Resource,
  ResourceContextProvider,
  type ResourceProps,
  RestoreScrollPosition,
  useCreatePath,
} from 'react-admin'
import { Navigate, Route, Routes } from 'react-router-dom'
import type { LoggedField } from '#contract/entity'
import type { Permission } from '#contract/permissions'
import type { entities } from '#contract/resources/entities'
import type { SpaceResource } from '../../addresses'
import { useConfig } from '../../config'
import { useKnownPermission } from '../../dataProvider/account'
import type { ResourceName } from '../../dataProvider/endpoints'
import { type FrameTexts, type TextGroup, type TextKey, textOf } from '../../i18n'
import { useTranslate } from '../../i18n/translate'
import { asLastSeen } from '../address/lastSearch'
import { lazyPart, Waiting } from '../lazyPart'
import { NotFound } from '../page/NotFound'
import type { CreateDialogProps, EntityTexts } from '../table/types'

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

type ListTexts =
  | 'details'
  | 'entity.many'
  | 'entity.first'
  | 'notFound.title'
  | 'notFound.text'
  | 'notFound.back'
type CreateTexts = 'create.title' | 'create.submit' | 'create.done'
type EditTexts = 'delete.title' | 'delete.text' | 'delete.done'

/** The resources that the frame has a text of: `Framed<'titles'>`. */
type Framed<Group extends 'titles' | 'create'> = {
  [Name in ResourceName]: `layout.${Group}.${Name}` extends keyof FrameTexts ? Name : never
}[ResourceName]

type Entities = typeof entities
/** The entities of spaces, by their plurals. */
type Plurals = { [Name in keyof Entities as Entities[Name]['plural']]: Entities[Name] }

/** What the audit log says of the records of an entity of spaces. */
type LoggedTexts<Name> = Name extends keyof Plurals
  ? 'edit.done' | `fields.${LoggedField<Plurals[Name]>}`
  : never

/** The resources that have a title, and in their folder these texts. */
type Named<Own, Part extends string> = {
  [Name in Framed<'titles'>]: `${Name}.${Part | LoggedTexts<Name>}` extends keyof Own ? Name : never
}[Framed<'titles'>]

interface Views<Own> extends Pick<ResourceProps, 'recordRepresentation'> {
  icon: ComponentType
  /** A verb without a permission is for everyone who is signed in. */
  permissions: Partial<Record<Verb, Permission>>
  /** Without this capability of the server the resource is not there. */
  capability?: string
  /** The resource whose pages lead to it: the menu does not name it. */
  under?: ResourceName
  list: ComponentType & { preload?: () => Promise<void> }
  /** The record's page, at `/{id}`. */
  show?: ComponentType
  /** Why this record cannot be edited by anyone; null when it can. */
  uneditable?: (record: RaRecord) => (keyof Own & string) | TextKey | null
  /** Resources that show these records as well: once one changes, they load again. */
  shownIn?: readonly ResourceName[]
}

/** Where its pages live: `/{name}`, `/space/{spaceId}/{name}` or `/admin/{path}`. */
type Scope =
  | { scope: 'account'; path?: undefined }
  | { scope: 'admin'; path: string }
  | { scope: 'space'; name: SpaceResource; path?: undefined }

interface WithCreate<Own> {
  name: Named<Own, ListTexts | CreateTexts> & Framed<'create'>
  /** The dialog that creates a record, over the list. */
  create: ComponentType<CreateDialogProps>
}

interface WithEdit<Own> {
  name: Named<Own, ListTexts | EditTexts>
  /** The record's page again: it has an edit mode, at `/{id}?edit=true`. */
  edit: ComponentType
}

/**
 * A resource of the console: its name, its views, and what a person must be allowed to do. `Own` are the texts of its
 * folder: they have those that its views need.
 */
export type ResourceDefinition<Own = Record<string, string>> = Views<Own> &
  Scope &
  (WithCreate<Own> | { name: Named<Own, ListTexts>; create?: undefined }) &
  (WithEdit<Own> | { name: Named<Own, ListTexts>; edit?: undefined })

/** The texts of a resource. Its views load them. */
export const textsOf = ({ name }: Pick<ResourceDefinition, 'name'>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a definition demands them of its folder
  name as string as TextGroup<ListTexts | CreateTexts | EditTexts>

/** Why a record cannot be edited; null when it can. */
export const reasonOf = ({ uneditable }: ResourceDefinition, record: RaRecord | undefined) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  ((record && uneditable?.(record)) ?? null) as TextKey | null

/** The texts of a resource that a list needs. */
export const entityOf = ({ name }: Pick<ResourceDefinition, 'name'>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  `${name}.entity` as EntityTexts

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
    // Rows, which only lead to records, do without it.
    get list() {
      return asLastSeen(createPath({ resource, type: 'list' }))
    },
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
  const texts = textsOf(useDefinition())
  const { list } = useResourceAddresses()
  return (
    <NotFound
      title={translate(textOf(texts, 'notFound.title'))}
      text={translate(textOf(texts, 'notFound.text'))}
      instead={{ label: translate(textOf(texts, 'notFound.back')), to: list }}
    />
  )
}

/** The page of records that have none, such as what only a list shows. */
export const missingRecord = (folder: string) => lazyPart(async () => ({ default: RecordNotFound }), folder)

/** Opens the dialog over the list, for an address with `/create`. */
function ToCreate() {
  const createPath = useCreatePath()
  const list = createPath({ resource: segmentOf(useDefinition()), type: 'list' })
  return <Navigate to={`${list}?create=true`} replace />
}

/**
 * The routes of a resource: its list, `/create`, `/{id}` and `/{id}/show`, where react-admin leads; nothing is below them. People who
 * may not read the resource are told so, and none of its data is requested.
 */
export function ResourceRoutes({ definition }: { definition: ResourceDefinition }) {
  const { name, list: List, show: Show, edit: Edit, create, permissions } = definition
  const translate = useTranslate()
  const canRead = useKnownPermission(permissions.read)
  const isOffered = useIsOffered()(definition)
  const Record = Edit ?? Show
  if (!isOffered) return <NotFound />
  if (canRead === undefined) return <Waiting />
  if (!canRead) return <NotPermitted title={translate(`layout.titles.${name}`)} />
  return (
    <DefinitionProvider value={definition}>
      <ResourceContextProvider value={name}>
        <Routes>
          <Route
            index
            element={
              <RestoreScrollPosition storeKey={`${name}.list.scrollPosition`}>
                <List />
              </RestoreScrollPosition>
            }
          />
          {create && <Route path="create" element={<ToCreate />} />}
          {Record && <Route path=":id" element={<Record />} />}
          {Show && <Route path=":id/show" element={<Show />} />}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </ResourceContextProvider>
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
