import { z } from 'zod'

/** Whether the audit log shows a field, shows only that it has changed, or leaves it out. */
export type Logging = 'logged' | 'secret' | 'unlogged'

/** One field of an entity. */
export interface EntityField {
  /** The schema in answers. A field without it is only sent. */
  read?: z.ZodType
  /** The schema of what a person can send, in creations and updates. */
  input?: z.ZodType
  /** The value in a new record if no `input` is sent. */
  initial?: unknown
  /** The schema of what a person can send in a creation, but not in an update. */
  create?: z.ZodType
  /**
   * What the audit log has of it. By default it shows fields that a person can send, and leaves out all others and those without `read`.
   */
  log?: Logging
  /** Unit of a number, as people write it: °C. */
  unit?: string
}

type Fields = Readonly<Record<string, EntityField>>

type Kept<Given extends Fields, Part extends keyof EntityField> = {
  [Name in keyof Given as Given[Name] extends Record<Part, z.ZodType> ? Name : never]: Given[Name]
}

type Read<Given extends Fields> = {
  [Name in keyof Kept<Given, 'read'>]: Given[Name]['read'] & z.ZodType
}

type Input<Given extends Fields> = {
  [Name in keyof Kept<Given, 'input'>]: Given[Name] extends { initial: unknown }
    ? z.ZodDefault<Given[Name]['input'] & z.ZodType>
    : Given[Name]['input'] & z.ZodType
}

type CreateOnly<Given extends Fields> = {
  [Name in keyof Kept<Given, 'create'>]: Given[Name]['create'] & z.ZodType
}

type Update<Given extends Fields> = {
  [Name in keyof Kept<Given, 'input'>]: z.ZodOptional<Given[Name]['input'] & z.ZodType>
}

interface Definition<Name extends string, Plural extends string, Given extends Fields> {
  /** Name of its schema; for a resource of spaces also in permissions, actions of the audit log and path parameters. */
  name: Name
  /** Plural in paths. */
  plural: Plural
  /** Heading of its calls in the OpenAPI document. */
  title: string
  /** Whether names are unique in a space, without regard to case. */
  isNameUnique?: boolean
  fields: Given
}

/** A resource: its fields determine its schemas, its calls, its log, and most of its pages. */
export interface Entity<
  Name extends string = string,
  Plural extends string = string,
  Given extends Fields = Fields,
> extends Definition<Name, Plural, Given> {
  schema: z.ZodObject<Read<Given>>
  /** The schema of a form: all fields that can be updated. */
  input: z.ZodObject<Input<Given>>
  /** The schema of a creation. */
  create: z.ZodObject<Input<Given> & CreateOnly<Given>>
  /** The schema of a change: fields that are not sent are kept. */
  update: z.ZodObject<Update<Given>>
  /** What the audit log has of each field of an answer, and of fields that are only sent, if they say so. */
  log: { readonly [Field in keyof Read<Given> & string]: Logging }
}

/** Why a name was refused that another record has. The sentence begins with the field, so that the form shows it there. */
export const nameTaken = ({ name }: Pick<Entity, 'name'>) => `name belongs to another ${name} of this space`

/** The fields that the audit log shows or masks. */
export type LoggedField<Of extends Entity> = {
  [Name in keyof Of['fields'] & string]: Of['fields'][Name] extends { log: 'unlogged' }
    ? never
    : Of['fields'][Name] extends { read: z.ZodType } & (
          | { input: z.ZodType }
          | { create: z.ZodType }
          | { log: Logging }
        )
      ? Name
      : never
}[keyof Of['fields'] & string]

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Allows only the parts of a field: a misspelt one does not compile. */
type Known<Given extends Fields> = {
  [Name in keyof Given]: { [Part in Exclude<keyof Given[Name], keyof EntityField>]: never }
}

/** Defines a resource. */
export function entity<const Name extends string, const Plural extends string, const Given extends Fields>(
  definition: Definition<Name, Plural, Given> & { fields: Known<Given> },
): Entity<Name, Plural, Given> {
  const fields = Object.entries<EntityField>(definition.fields)
  const each = <Value>(valueOf: (field: EntityField) => Value | undefined) =>
    Object.fromEntries(
      fields.flatMap(([name, field]): [string, Value][] => {
        const value = valueOf(field)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  const inputs = each(({ input, ...field }) => ('initial' in field ? input?.default(field.initial) : input))
  const made = {
    ...definition,
    schema: z.object(each(({ read }) => read)).meta({ id: capitalized(definition.name) }),
    input: z.object(inputs),
    create: z.object({ ...inputs, ...each(({ create }) => create) }),
    update: z.object(each(({ input }) => input)).partial(),
    log: each(({ read, input, create, log }) => log ?? (read && (input || create ? 'logged' : 'unlogged'))),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot follow the loops over the fields
  return made as unknown as Entity<Name, Plural, Given>
}
