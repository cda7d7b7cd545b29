import { Link } from '@mui/material'
import { createContext, type ReactNode, useContext } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { type Tag, type TagUsage, tagsApi } from '#contract/tags'
import type { Field } from '../../components/resource/fields'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useAnswer } from '../../dataProvider/answers'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { tagFields } from './fields'
import { msg, useTranslate } from './texts'

const UsageContext = createContext<ReadonlyMap<string, TagUsage> | undefined>(undefined)

/** Whether the server counts the uses of a tag. */
export const useCountsUsage = () => useCapability(tagsApi.usage.capability)

/** Uses of the tag; undefined while unknown, or if the server does not count them. */
export const useUsageOf = ({ id }: Pick<Tag, 'id'>) => useContext(UsageContext)?.get(id)

interface UsageProviderProps {
  /** Seconds between two counts; 0 counts once. */
  every?: number
  children: ReactNode
}

/** Provides the uses of tags to a page, if the server counts them. */
export function UsageProvider({ every = 0, children }: UsageProviderProps) {
  const { data } = useAnswer(tagsApi.usage, {
    select: (rows) => new Map(rows.map((row) => [row.tag_id, row])),
    enabled: useCountsUsage(),
    refetchInterval: every > 0 && every * 1000,
  })
  return <UsageContext value={data}>{children}</UsageContext>
}

/** Resources with tags: the filter of their list, and the permission to see it. */
const CARRIERS = {
  devices: { source: 'tag_ids', permission: 'space:device:read' },
  connectors: { source: 'tags', permission: 'space:connector:read' },
  keys: { source: 'tags', permission: 'space:key:read' },
} as const
type Carrier = keyof typeof CARRIERS

/** Number of records with the tag, as a link to them. */
function Count({ tag, carrier }: { tag: Tag; carrier: Carrier }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { source, permission } = CARRIERS[carrier]
  const isPermitted = usePermission(permission)
  const count = useUsageOf(tag)?.[carrier]
  if (!count || !isPermitted) return <span>{count ?? '–'}</span>
  const what = translate(`tags.counts.${carrier}`, { smart_count: count })
  return (
    <Link
      component={RouterLink}
      to={addresses.list(carrier, { filter: { [source]: [tag.id] } })}
      aria-label={translate('tags.carriedBy', { what, name: tag.name })}
    >
      {count}
    </Link>
  )
}

const countField = (carrier: Carrier, width: number, dropPriority: number): Field<Tag> => ({
  label: msg(`tags.${carrier}`),
  show: (tag) => <Count tag={tag} carrier={carrier} />,
  column: { width, align: 'right', dropPriority },
})

const { created_at, ...fields } = tagFields

/** Fields of a tag, with the numbers of its devices, connectors and keys. */
export const countedFields = {
  ...fields,
  devices: countField('devices', 96, 6),
  connectors: countField('connectors', 104, 5),
  keys: countField('keys', 80, 4),
  created_at,
}
