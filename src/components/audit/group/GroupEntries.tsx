import { Box, Stack, Typography } from '@mui/material'
import { useId } from 'react'
import { type AuditEntry, auditApi } from '#contract/audit'
import { useAnswerPages } from '../../../dataProvider/answerPages'
import { useSpaceport } from '../../../dataProvider/queries'
import { LoadingButton } from '../../action/LoadingButton'
import { Loaded } from '../../page'
import { Disclosure } from '../../page/Disclosure'
import { Changes, ShortChange } from '../Changes'
import { ActionMark, Target } from '../cells'
import { useTranslate } from '../texts'
import { UndoButton } from '../undo'
import { changedOf, isLong, useLabelOf } from '../values'
import { pageOfGroup } from './group'

/** Entries per page. */
const PAGE = 25

/** The changes of an entry, in one paragraph if they are short. */
function Change({ entry }: { entry: AuditEntry }) {
  const translate = useTranslate()
  const labelOf = useLabelOf()
  const changed = changedOf(entry)
  const isShort = changed.every(({ before, after }) => !isLong(before) && !isLong(after))
  if (entry.before === null || entry.after === null || !isShort)
    return (
      <Disclosure label={translate('audit.group.values')}>
        <Changes entry={entry} />
      </Disclosure>
    )
  if (changed.length === 0) return <span>{translate('audit.changes.none')}</span>
  return changed.map(({ field, before = null, after = null }) => (
    <Box key={field} sx={{ overflowWrap: 'anywhere' }}>
      {labelOf(entry.action, field)}: <ShortChange action={entry.action} before={before} after={after} />
    </Box>
  ))
}

function Row({ entry }: { entry: AuditEntry }) {
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Box sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>
          <Target entry={entry} />
        </Box>
        <ActionMark entry={entry} />
        <Box sx={{ ml: 'auto' }}>
          <UndoButton entry={entry} isIcon />
        </Box>
      </Stack>
      <Change entry={entry} />
    </Box>
  )
}

/** The entries of a group, with their changes. */
export function GroupEntries({ entry }: { entry: AuditEntry }) {
  const translate = useTranslate()
  const titleId = useId()
  const dataProvider = useSpaceport()
  const { space_id, batch, actor_id, action, entries } = entry
  const query = useAnswerPages(
    auditApi.list,
    { group: [space_id, batch, actor_id, action] },
    (cursor, signal) => pageOfGroup(dataProvider, entry, { limit: PAGE, cursor }, signal),
    { size: PAGE, cursorAfter: ({ id }) => id },
  )
  const shown = query.data?.pages.flat()
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography variant="subtitle2" component="h3" id={titleId} sx={{ mb: 1 }}>
        {translate('audit.group.changes', { smart_count: entries })}
      </Typography>
      <Loaded query={{ ...query, data: shown }}>
        {(rows) => (
          <Box component="ul" aria-labelledby={titleId} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {rows.map((row) => (
              <Row key={row.id} entry={row} />
            ))}
          </Box>
        )}
      </Loaded>
      {shown && query.hasNextPage && (
        <LoadingButton
          size="small"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {translate('audit.group.more', { smart_count: Math.max(entries - shown.length, 1) })}
        </LoadingButton>
      )}
    </Box>
  )
}
