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

/** A branch of the permission tree that can have all four verbs. */
type PermissionGroup = Permission extends infer P
  ? P extends `${infer Group}:create`
    ? Group
    : never
  : never
type CrudGroup = {
  [Group in PermissionGroup]: `${Group}:${Verb}` extends Permission ? Group : never
}[PermissionGroup]

/** The four permissions of a branch. */
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

/** Resources with a text in the frame: `Framed<'titles'>`. */
type Framed<Group extends 'titles' | 'create'> = {
  [Name in ResourceName]: `layout.${Group}.${Name}` extends keyof FrameTexts ? Name : never
}[ResourceName]

type Entities = typeof entities
/** Entities of spaces by plural name. */
type Plurals = { [Name in keyof Entities as Entities[Name]['plural']]: Entities[Name] }

/** Texts that the audit log needs for an entity's records. */
type LoggedTexts<Name> = Name extends keyof Plurals
  ? 'edit.done' | `fields.${LoggedField<Plurals[Name]>}`
  : never

/** Resources that have a title, and these texts in their folder. */
type Named<Own, Part extends string> = {
  [Name in Framed<'titles'>]: `${Name}.${Part | LoggedTexts<Name>}` extends keyof Own ? Name : never
}[Framed<'titles'>]

interface Views<Own> extends Pick<ResourceProps, 'recordRepresentation'> {
  icon: ComponentType
  /** Verbs without a permission are open to every signed-in person. */
  permissions: Partial<Record<Verb, Permission>>
  /** The resource exists only on servers with this capability. */
  capability?: string
  /** The resource whose pages link to it; it is not in the menu. */
  under?: ResourceName
  list: ComponentType & { preload?: () => Promise<void> }
  /** The record's page, at `/{id}`. */
  show?: ComponentType
  /** The text key for why nobody can edit this record; null if it can be edited. */
  uneditable?: (record: RaRecord) => (keyof Own & string) | TextKey | null
  /** Resources that also show these records and reload when one changes. */
  shownIn?: readonly ResourceName[]
}

/** Where its pages are: `/{name}`, `/space/{spaceId}/{name}` or `/admin/{path}`. */
type Scope =
  | { scope: 'account'; path?: undefined }
  | { scope: 'admin'; path: string }
  | { scope: 'space'; name: SpaceResource; path?: undefined }

interface WithCreate<Own> {
  name: Named<Own, ListTexts | CreateTexts> & Framed<'create'>
  /** The dialog for creating a record, above the list. */
  create: ComponentType<CreateDialogProps>
}

interface WithEdit<Own> {
  name: Named<Own, ListTexts | EditTexts>
  /** The record's page with an edit mode, at `/{id}?edit=true`. */
  edit: ComponentType
}

/**
 * A resource of the console: its name, views and permissions. `Own` are the texts of its folder, which must include
 * those that its views need.
 */
export type ResourceDefinition<Own = Record<string, string>> = Views<Own> &
  Scope &
  (WithCreate<Own> | { name: Named<Own, ListTexts>; create?: undefined }) &
  (WithEdit<Own> | { name: Named<Own, ListTexts>; edit?: undefined })

/** The text group of a resource, which its views load. */
export const textsOf = ({ name }: Pick<ResourceDefinition, 'name'>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a definition requires these texts in its folder
  name as string as TextGroup<ListTexts | CreateTexts | EditTexts>

/** The text key for why a record cannot be edited; null if it can. */
export const reasonOf = ({ uneditable }: ResourceDefinition, record: RaRecord | undefined) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a definition requires these texts in its folder
  ((record && uneditable?.(record)) ?? null) as TextKey | null

/** The text group for the entity in lists. */
export const entityOf = ({ name }: Pick<ResourceDefinition, 'name'>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a definition requires these texts in its folder
  `${name}.entity` as EntityTexts

const DefinitionContext = createContext<ResourceDefinition | null>(null)

/** The resource of the page. Errors: the page belongs to none. */
export function useDefinition(): ResourceDefinition {
  const definition = useContext(DefinitionContext)
  if (!definition) throw new Error('This part belongs to a resource')
  return definition
}

/** The last segment of the address of a resource's pages. */
export const segmentOf = ({ path, name }: Pick<ResourceDefinition, 'path' | 'name'>): string => path ?? name

/** The addresses of the current resource's pages; its list is restored as last seen. */
export function useResourceAddresses() {
  const createPath = useCreatePath()
  const resource = segmentOf(useDefinition())
  return {
    // A getter, because rows link only to records.
    get list() {
      return asLastSeen(createPath({ resource, type: 'list' }))
    },
    record: (id: RaRecord['id']) => createPath({ resource, type: 'edit', id }),
  }
}

/** Provides the resource of a page to its components. */
export const DefinitionProvider = DefinitionContext.Provider

/** Returns whether the server offers a resource. */
export function useIsOffered(): (definition: Pick<ResourceDefinition, 'capability'>) => boolean {
  const { capabilities } = useConfig()
  return ({ capability }) => capability === undefined || capabilities.includes(capability)
}

/** Shown instead of a record that does not exist. */
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

/** The page of records without a page of their own, for example if only a list shows them. */
export const missingRecord = (folder: string) => lazyPart(async () => ({ default: RecordNotFound }), folder)

/** Redirects `/create` to the list with its dialog open. */
function ToCreate() {
  const createPath = useCreatePath()
  const list = createPath({ resource: segmentOf(useDefinition()), type: 'list' })
  return <Navigate to={`${list}?create=true`} replace />
}

/**
 * The routes of a resource: its list, `/create`, `/{id}` and `/{id}/show`, to which react-admin links; nothing below
 * them. People who may not read the resource see a notice, and its data is never requested.
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

/** The resources in the form that react-admin needs. */
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
