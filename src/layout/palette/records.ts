import SpacesIcon from '@mui/icons-material/Workspaces'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RaRecord } from 'react-admin'
import { devicesApi } from '#contract/devices'
import type { Space } from '#contract/spaces'
import { spaceAddresses, WITH_SECRET_IDS } from '../../addresses'
import { type ResourceDefinition, useIsOffered } from '../../components/resource/definition'
import { useCapability } from '../../config'
import { useMay } from '../../dataProvider/account'
import { readOptions } from '../../dataProvider/answers'
import { addEndpoints, endpointOf } from '../../dataProvider/endpoints'
import { laterEndpoints } from '../../dataProvider/laterEndpoints'
import { useSpaceport, wholeListOptions } from '../../dataProvider/queries'
import { registry } from '../../resources/registry'
import type { Entry } from './entries'
import { useTranslate } from './texts'

addEndpoints(laterEndpoints)

export type Section = Extract<ResourceDefinition, { scope: 'space' }>

/** Maximum number of rows to request. */
const ASKED = 12
/** How long a person must pause typing before the search runs, in milliseconds. */
const PAUSE = 120
/** Minimum number of letters for filtering lists by name. Rules, "Tables". */
export const NAME_LENGTH = 3
/** How long a cached list may be searched, in milliseconds. */
export const FRESH = 30_000

/** Fields to search, besides the title. */
const SEARCHED = ['name', 'email', 'firstname', 'lastname', 'serial_number'] as const

/** State of a search on the server. */
export interface Progress {
  isSearching: boolean
  hasFailed: boolean
  retry: () => void
}

type Result = Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>

/**
 * Combined state of several searches.
 * @param isWaiting whether an answer is still missing
 */
export function progressOf(results: readonly Result[], isWaiting: boolean): Progress {
  const failed = results.filter(({ isError, isFetching }) => isError && !isFetching)
  return {
    isSearching: isWaiting && failed.length === 0,
    hasFailed: failed.length > 0,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

const isSection = (definition: ResourceDefinition): definition is Section => definition.scope === 'space'
const sections = registry.filter(isSection)

/** Where a section is searched: in its whole list here, or on the server. */
const howOf = ({ name }: Section) => {
  const { paging, query } = endpointOf(name, 'any')
  if (paging === 'whole') return 'here'
  return query.name ? 'server' : null
}
export const isLocal = (section: Section) => howOf(section) === 'here'
const local = sections.filter(isLocal)
const remote = sections.filter((section) => howOf(section) === 'server')

const textAt = (record: RaRecord, field: string) => {
  const value: unknown = record[field]
  return typeof value === 'string' ? value : ''
}

function titleOf({ recordRepresentation: by }: Section, record: RaRecord): string {
  const shown: unknown =
    typeof by === 'function' ? by(record) : typeof by === 'string' ? textAt(record, by) : null
  return (typeof shown === 'string' && shown) || textAt(record, 'name') || textAt(record, 'email')
}

/** A section of a space by its name. Errors: there is none. */
export function sectionOf(name: Section['name']): Section {
  const section = sections.find((one) => one.name === name)
  if (!section) throw new Error(`There is no section ${name}`)
  return section
}

/**
 * A record as an entry. A key's id is its token, so entries never contain it.
 * @param place name of the record's space, if it is not the current one
 */
export function entryOf(
  section: Section,
  record: RaRecord,
  spaceId: string,
  group: string,
  place?: string,
): Entry {
  const { name, icon, show, edit } = section
  const title = titleOf(section, record)
  const at = spaceAddresses(spaceId)
  const to = show || edit ? at.record(name, String(record.id)) : at.list(name, { filter: { name: title } })
  const words = SEARCHED.map((field) => textAt(record, field)).filter((text) => text && text !== title)
  const detail = textAt(record, 'serial_number') || words[0]
  const isSecret = WITH_SECRET_IDS.has(name)
  const key = isSecret ? `${spaceId} ${name} ${title}` : to
  return {
    key,
    group,
    title,
    detail: [detail, place].filter(Boolean).join(' · ') || undefined,
    words,
    icon,
    to,
    kept: { key, spaceId, resource: name, title, detail, ...(!isSecret && { to }) },
  }
}

/** Loaded records of all sections that are read whole. */
export function useLocalRecords(spaceId: string | undefined): Entry[] {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const may = useMay()
  const isOffered = useIsOffered()
  const found = useQueries({
    queries: local.map((section) => {
      const { name, permissions } = section
      return {
        ...wholeListOptions(dataProvider, name),
        enabled: spaceId !== undefined && isOffered(section) && may(permissions.read ?? 'space:read'),
        staleTime: FRESH,
      }
    }),
  })
  return found.flatMap(({ data }, index) => {
    const section = local[index]
    if (!section || !data || !spaceId) return []
    return data.data.map((record: RaRecord) =>
      entryOf(section, record, spaceId, translate(`layout.titles.${section.name}`)),
    )
  })
}

export interface Typed {
  text: string
  /** The person has paused typing, so the search may run. */
  isPaused: boolean
}

/** The typed text, and whether the person has paused. */
export function useTyped(typed: string): Typed {
  const text = typed.trim()
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return { text, isPaused: paused === text }
}

/** The list filter that finds a text; null if the text is too short. */
function filterFor(name: string, text: string): Record<string, string> | null {
  if (name === 'devices' && /^\d+$/.test(text)) return { serial_number: text }
  return text.length < NAME_LENGTH ? null : { name: text }
}

/**
 * Records that the server finds for a text: devices, and records of other long lists. Results of older texts never
 * show: each text has its own cache entry, and outdated calls are cancelled.
 */
export function useRemoteRecords(spaceId: string | undefined, { text, isPaused }: Typed) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const may = useMay()
  const canSearch = useCapability(devicesApi.search.capability)
  const asked = remote.map((section) => {
    const searches = section.name === 'devices' && canSearch
    const filter = filterFor(section.name, text)
    const isAsked =
      spaceId !== undefined &&
      text !== '' &&
      may(section.permissions.read ?? 'space:read') &&
      (searches || filter)
    return { section, searches, filter, isAsked: Boolean(isAsked) }
  })
  const results = useQueries({
    queries: asked.map(({ section: { name }, searches, filter, isAsked }) => ({
      ...readOptions(devicesApi.search, { name, text }, async (signal): Promise<RaRecord[]> => {
        if (searches) return dataProvider.ask(devicesApi.search, { query: { text, limit: ASKED }, signal })
        const pagination = { page: 1, perPage: ASKED }
        const sort = { field: 'name', order: 'ASC' } as const
        const list = await dataProvider.getList(name, { pagination, sort, filter: filter ?? {}, signal })
        return list.data
      }),
      enabled: isAsked && isPaused,
      staleTime: FRESH,
    })),
  })
  const isWaiting = asked.some(({ isAsked }, index) => isAsked && results[index]?.isPending)
  return {
    ...progressOf(results, isWaiting),
    /** By section, best first. */
    entries: results.flatMap(({ data }, index) => {
      const section = asked[index]?.section
      if (!section || !data || !spaceId || !asked[index]?.isAsked) return []
      const group = translate(`layout.titles.${section.name}`)
      return data.map((record) => entryOf(section, record, spaceId, group))
    }),
    /** A longer text would find more. */
    isTooShort:
      spaceId !== undefined && text !== '' && asked.some(({ searches, filter }) => !searches && !filter),
  }
}

/** Spaces as entries; invitations are disabled. */
export function spaceEntries(spaces: readonly Space[], group: string, invitation: string): Entry[] {
  return spaces.map(({ id, name, invited }) => {
    const to = spaceAddresses(id).list('devices')
    return {
      key: `space ${id}`,
      group,
      title: name,
      icon: SpacesIcon,
      to,
      reason: invited ? invitation : undefined,
      kept: { key: `space ${id}`, title: name, resource: 'spaces', to },
    }
  })
}
