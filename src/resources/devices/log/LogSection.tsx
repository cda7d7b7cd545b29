import { Box, Button, Chip, styled, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { deviceLogApi, type LogKind } from '#contract/deviceLog'
import type { Device } from '#contract/devices'
import type { WaitingNote } from '../../../components/notes/outbox'
import { useWaitingNotes } from '../../../components/notes/useWaitingNotes'
import { WaitingNoteAlert } from '../../../components/notes/WaitingNoteAlert'
import { Loaded, Outline, Section } from '../../../components/page'
import { usePermission } from '../../../dataProvider/account'
import { useAnswerPages } from '../../../dataProvider/answerPages'
import { useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { Entry } from './Entry'
import { NoteForm } from './NoteForm'
import { useTranslate } from './texts'

/** Entries of a part. */
const SIZE = 15
/** Milliseconds between two polls. */
const POLL = 60_000

/** Kinds that are chosen together. */
const FILTERS = {
  all: undefined,
  note: ['note'],
  alert: ['alert', 'silent'],
  change: ['change'],
  firmware: ['firmware'],
  boot: ['boot'],
  hardware: ['replaced', 'moved_here', 'moved_away'],
} as const satisfies Record<string, readonly LogKind[] | undefined>
type FilterName = keyof typeof FILTERS

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

const Entries = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '12em minmax(0, 1fr)',
    [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
    columnGap: theme.spacing(2),
    padding: theme.spacing(1, 0),
    borderTop: `1px solid ${theme.palette.divider}`,
  },
}))

/** The kinds that people may see. */
function useFilterNames(): FilterName[] {
  const mayReadAlerts = usePermission('space:alert:read')
  const mayReadChanges = usePermission('space:audit:read')
  return FILTER_NAMES.filter(
    (name) => (name !== 'alert' || mayReadAlerts) && (name !== 'change' || mayReadChanges),
  )
}

function Filters({ chosen, choose }: { chosen: FilterName; choose: (name: FilterName) => void }) {
  const translate = useTranslate()
  return (
    <Box
      role="group"
      aria-label={translate('devices.log.filter.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}
    >
      {useFilterNames().map((name) => (
        <Chip
          key={name}
          size="small"
          label={translate(`devices.log.filter.${name}`)}
          color={name === chosen ? 'primary' : 'default'}
          variant={name === chosen ? 'filled' : 'outlined'}
          aria-pressed={name === chosen}
          onClick={() => choose(name)}
        />
      ))}
    </Box>
  )
}

/** Reloads the log when a note has left this browser. */
function useReloadWhenSent(waiting: readonly WaitingNote[]) {
  const { invalidate } = useAnswers()
  const before = useRef(0)
  const count = waiting.length
  useEffect(() => {
    if (count < before.current) void invalidate(deviceLogApi.list)
    before.current = count
  }, [count, invalidate])
}

/** What people noted about a device and what happened to it, the newest first. */
export default function LogSection({ device }: { device: Device }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const [chosen, choose] = useState<FilterName>('all')
  const isFrozen = Boolean(device.moved_at)
  const mayNote = usePermission(deviceLogApi.addNote.permission) && !isFrozen
  const waiting = useWaitingNotes().filter(({ deviceId }) => deviceId === device.id)
  useReloadWhenSent(waiting)
  const kind: readonly LogKind[] | undefined = FILTERS[chosen]
  const query = useAnswerPages(
    deviceLogApi.list,
    { deviceId: device.id, kind },
    async (cursor, signal) => {
      const part = { kind, limit: SIZE, cursor }
      return (await ask(deviceLogApi.list, { params: { deviceId: device.id }, query: part, signal })).entries
    },
    { size: SIZE, cursorAfter: ({ at, id }) => `${at}_${id}`, refetchInterval: POLL },
  )
  return (
    <Section title={translate('devices.log.title')}>
      {mayNote && <NoteForm device={device} />}
      {waiting.map((note) => (
        <WaitingNoteAlert key={note.id} note={note} />
      ))}
      <Filters chosen={chosen} choose={choose} />
      <Loaded query={query} outline={<Outline height={152} />}>
        {({ pages }) => {
          const entries = pages.flat()
          if (entries.length === 0)
            return (
              <Typography color="text.secondary">
                {translate(chosen === 'all' ? 'devices.log.empty' : 'devices.log.emptyOfKind')}
              </Typography>
            )
          return (
            <Entries>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} isFrozen={isFrozen} />
              ))}
            </Entries>
          )
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage} sx={{ mt: 1 }}>
          {translate('devices.log.older')}
        </Button>
      )}
    </Section>
  )
}
