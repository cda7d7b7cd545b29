import PersonIcon from '@mui/icons-material/PersonOutlined'
import SimIcon from '@mui/icons-material/SimCardOutlined'
import { useQueries } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { adminDevicesApi, adminUsersApi } from '#contract/admin'
import { findMatches, searchedText } from '#contract/common'
import { devicesApi } from '#contract/devices'
import { NO_SIM_PROVIDER, type Sim, simIdSchema, simsApi } from '#contract/sims'
import type { Space } from '#contract/spaces'
import { tagsApi } from '#contract/tags'
import { addresses } from '../../addresses'
import { useCapability } from '../../config'
import { useMay } from '../../dataProvider/account'
import { readOptions, useAnswers } from '../../dataProvider/answers'
import { ApiError } from '../../dataProvider/client'
import { useSpaceport } from '../../dataProvider/queries'
import { OF_GROUP } from './arrange'
import type { Entry } from './entries'
import { entryOf, FRESH, NAME_LENGTH, type Progress, progressOf, sectionOf, type Typed } from './records'
import { useTranslate } from './texts'

/** Maximum number of other spaces to search; each takes two calls. */
const SPACES = 20
/** Maximum number of devices from each space. */
const OF_EACH = 5

/** Results from outside the current space. */
interface Elsewhere extends Progress {
  entries: Entry[]
}

/**
 * Devices and tags of the person's other spaces, each with the name of its space. The search waits for that of the
 * current space, so that the two do not compete for connections.
 */
export function useOtherSpaces(
  spaceId: string | undefined,
  spaces: readonly Space[],
  { text, isPaused }: Typed,
  { isSearching }: Pick<Progress, 'isSearching'>,
): Elsewhere {
  const translate = useTranslate()
  const { optionsOf } = useAnswers()
  const canSearch = useCapability(devicesApi.search.capability)
  const isAsked = canSearch && text.length >= NAME_LENGTH
  const others = spaces.filter(({ id, invited }) => id !== spaceId && !invited).slice(0, SPACES)
  const queries = { enabled: isAsked && isPaused && !isSearching, staleTime: FRESH }
  const devices = useQueries({
    queries: others.map(({ id }) => ({
      ...queries,
      ...optionsOf(devicesApi.search, { params: { spaceId: id }, query: { text, limit: OF_EACH } }),
    })),
  })
  const tags = useQueries({
    queries: others.map(({ id }) => ({
      ...queries,
      ...optionsOf(tagsApi.list, { params: { spaceId: id } }),
    })),
  })
  const group = translate(spaceId ? 'palette.otherSpaces' : 'palette.ownSpaces')
  const entriesOf = ({ id, name }: Space, place: number) => {
    const own = tags[place]?.data ?? []
    const matching = findMatches(
      text,
      own.map((tag) => searchedText([tag.name])),
    ).flatMap((at) => own[at] ?? [])
    return [
      ...(devices[place]?.data ?? []).map((device) => entryOf(sectionOf('devices'), device, id, group, name)),
      ...matching.map((tag) => entryOf(sectionOf('tags'), tag, id, group, name)),
    ]
  }
  const all = [...devices, ...tags]
  return {
    ...progressOf(all, isAsked && all.some(({ isPending }) => isPending)),
    entries: isAsked ? others.flatMap(entriesOf) : [],
  }
}

/** An unknown card, or a server without SIM management, is not a failed search. */
function nothingFound(error: unknown): Sim[] {
  if (error instanceof ApiError && (error.status === 404 || error.message === NO_SIM_PROVIDER)) return []
  throw error
}

/** Results for the admin area: people, devices of all spaces, and a SIM card by its full number. */
export function useAdministered({ text, isPaused }: Typed): Elsewhere {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { optionsOf } = useAnswers()
  const may = useMay()
  const isThere = useLocation().pathname.startsWith(addresses.admin)
  const isAsked = isThere && may('admin:access') && text.length >= NAME_LENGTH
  const query = { text, limit: OF_GROUP }
  const simId = text.replaceAll(/\s/g, '')
  const isSim = simIdSchema.safeParse(simId).success
  const queries = { enabled: isAsked && isPaused, staleTime: FRESH }
  const [people, devices, sims] = useQueries({
    queries: [
      {
        ...queries,
        ...optionsOf(adminUsersApi.list, { query }),
      },
      {
        ...queries,
        ...optionsOf(adminDevicesApi.list, { query }),
      },
      {
        ...queries,
        enabled: queries.enabled && isSim,
        ...readOptions(simsApi.get, { simId }, (signal) =>
          ask(simsApi.get, { params: { simId }, signal }).then((sim) => [sim], nothingFound),
        ),
      },
    ],
  })
  const entries = [
    ...(people.data ?? []).map(({ id, email, firstname, lastname }): Entry => {
      const to = `${addresses.adminUsers}/${id}`
      const name = [firstname, lastname].filter(Boolean).join(' ')
      return {
        key: to,
        group: translate('layout.titles.adminUsers'),
        icon: PersonIcon,
        title: email,
        detail: name,
        words: [name],
        to,
      }
    }),
    ...(devices.data ?? []).map((device) =>
      entryOf(
        sectionOf('devices'),
        device,
        device.space_id,
        translate('layout.titles.adminDevices'),
        device.space_name,
      ),
    ),
    ...(sims.data ?? []).map(({ imsi, iccid, state }): Entry => {
      const to = `${addresses.adminSims}?id=${simId}`
      const group = translate('layout.titles.sims')
      const other = imsi === simId ? iccid : imsi
      return {
        key: to,
        group,
        icon: SimIcon,
        title: simId,
        detail: [other, state].filter(Boolean).join(' · '),
        to,
      }
    }),
  ]
  const all = [people, devices, ...(isSim ? [sims] : [])]
  return {
    ...progressOf(all, isAsked && all.some(({ isPending }) => isPending)),
    entries: isAsked ? entries : [],
  }
}
