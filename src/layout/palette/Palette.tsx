import { useState } from 'react'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { SpaceProvider } from '../../dataProvider/SpaceProvider'
import { registry } from '../../resources/registry'
import { useActions } from './actions'
import { firstEntries, matchingEntries } from './arrange'
import { type Entry, usePages } from './entries'
import { useMoreDevices } from './more'
import { PaletteDialog } from './PaletteDialog'
import { useRecent } from './recent'
import { isLocal, spaceEntries, useLocalRecords, useRemoteRecords } from './records'
import { useTranslate } from './texts'

interface PaletteProps {
  /** The space that the page is in. */
  spaceId: string | undefined
  onClose: () => void
  /** Opens the list of shortcuts in its place. */
  onHelp: () => void
}

interface SearchProps extends PaletteProps {
  spaces: readonly Entry[]
}

/** Whether all records of a resource are read at once. */
const isListed = (resource: string) =>
  registry.some(
    (definition) =>
      definition.name === resource &&
      (definition.scope === 'account' || (definition.scope === 'space' && isLocal(definition))),
  )

function Search({ spaceId, spaces, onClose, onHelp }: SearchProps) {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const { recent, keep } = useRecent()
  const pages = usePages(spaceId)
  const actions = useActions(spaceId, onHelp)
  const records = useLocalRecords(spaceId)
  const { entries: found, ...search } = useRemoteRecords(spaceId, text)
  const { hasMore, more } = useMoreDevices(spaceId, text, found)
  const entries =
    text.trim() === ''
      ? firstEntries(recent, {
          spaceId,
          heading: translate('palette.recent'),
          known: [...pages, ...records, ...spaces],
          offered: [...pages, ...actions],
          isListed,
        })
      : matchingEntries(text, [...pages, ...records, ...spaces, ...actions], found, more)
  return (
    <PaletteDialog
      {...{ text, entries, onClose }}
      search={{ ...search, isCut: hasMore && !more }}
      onType={setText}
      onChosen={({ kept }) => kept && keep(kept)}
    />
  )
}

/** The command palette: goes to every page, space and record, and does what can be done from everywhere. */
export default function Palette(props: PaletteProps) {
  const translate = useTranslate()
  const { data = [] } = useGetList('spaces', WHOLE_LIST)
  const spaces = spaceEntries(data, translate('layout.titles.spaces'), translate('layout.space.invitation'))
  if (!props.spaceId) return <Search {...props} spaces={spaces} />
  return (
    <SpaceProvider key={props.spaceId} spaceId={props.spaceId}>
      <Search {...props} spaces={spaces} />
    </SpaceProvider>
  )
}
