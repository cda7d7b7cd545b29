import { useState } from 'react'
import type { Space } from '#contract/spaces'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { SpaceProvider } from '../../dataProvider/SpaceProvider'
import { registry } from '../../resources/registry'
import { useActions } from './actions'
import { firstEntries, matchingEntries } from './arrange'
import { usePages } from './entries'
import { useByComment, useMoreDevices } from './more'
import { useAdministered, useOtherSpaces } from './otherSpaces'
import { PaletteDialog } from './PaletteDialog'
import { useRecent } from './recent'
import { isLocal, spaceEntries, useLocalRecords, useRemoteRecords, useTyped } from './records'
import { useTranslate } from './texts'
import { useViewEntries } from './views'

interface PaletteProps {
  /** The current space. */
  spaceId: string | undefined
  onClose: () => void
  /** Opens the list of shortcuts instead. */
  onHelp: () => void
}

interface SearchProps extends PaletteProps {
  ofPerson: readonly Space[]
}

/** Whether all records of a resource are loaded at once. */
const isListed = (resource: string) =>
  registry.some(
    (definition) =>
      definition.name === resource &&
      (definition.scope === 'account' || (definition.scope === 'space' && isLocal(definition))),
  )

function Search({ spaceId, ofPerson, onClose, onHelp }: SearchProps) {
  const translate = useTranslate()
  const spaces = spaceEntries(
    ofPerson,
    translate('layout.titles.spaces'),
    translate('layout.space.invitation'),
  )
  const [text, setText] = useState('')
  const { recent, keep } = useRecent()
  const pages = usePages(spaceId)
  const actions = useActions(spaceId, onHelp)
  const views = useViewEntries(spaceId)
  const records = [...views, ...useLocalRecords(spaceId)]
  const typed = useTyped(text)
  const { entries: found, ...search } = useRemoteRecords(spaceId, typed)
  const { hasMore, more } = useMoreDevices(spaceId, typed.text, found)
  const byComment = useByComment(spaceId, typed.text, found)
  const others = useOtherSpaces(spaceId, ofPerson, typed, search)
  const administered = useAdministered(typed)
  const searches = [search, others, administered]
  const entries =
    text.trim() === ''
      ? firstEntries(recent, {
          spaceId,
          heading: translate('palette.recent'),
          known: [...pages, ...records, ...spaces],
          offered: [...pages, ...actions],
          isListed,
        })
      : [
          ...matchingEntries(
            text,
            [...pages, ...records, ...spaces, ...actions],
            [...found, ...administered.entries, ...others.entries],
            more,
          ),
          ...(search.isSearching ? [] : byComment),
        ]
  return (
    <PaletteDialog
      {...{ text, entries, onClose }}
      search={{
        isSearching: searches.some(({ isSearching }) => isSearching),
        hasFailed: searches.some(({ hasFailed }) => hasFailed),
        retry: () => {
          for (const { retry } of searches) retry()
        },
        isTooShort: search.isTooShort,
        isCut: hasMore && !more,
      }}
      onType={setText}
      onChosen={({ kept }) => kept && keep(kept)}
    />
  )
}

/** The command palette: goes to any page, space or record, and runs global actions. */
export default function Palette(props: PaletteProps) {
  const { data = [] } = useGetList('spaces', WHOLE_LIST)
  if (!props.spaceId) return <Search {...props} ofPerson={data} />
  return (
    <SpaceProvider key={props.spaceId} spaceId={props.spaceId}>
      <Search {...props} ofPerson={data} />
    </SpaceProvider>
  )
}
