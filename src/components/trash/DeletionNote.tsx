import { Box, Typography } from '@mui/material'
import { useLocale } from 'react-admin'
import { LIST_LIMIT } from '#contract/common'
import { EFFECTS_MAX, type TrashEffects, type TrashResource, trashApi } from '#contract/trash'
import { useAnswer } from '../../dataProvider/answers'
import { useTranslate } from './texts'
import { useTrashKind } from './useTrash'

/** What goes with records, in the order of importance. */
const SHOWN = [
  'keys',
  'messages',
  'alerts',
  'downlinks',
  'deliveries',
  'variables',
  'devices',
  'connectors',
  'rules',
] as const satisfies (keyof TrashEffects)[]

interface NoteProps {
  ids: readonly string[]
}

function Effects({ kind, ids }: NoteProps & { kind: TrashResource }) {
  const translate = useTranslate()
  const numbers = new Intl.NumberFormat(useLocale())
  const { data, isPending } = useAnswer(trashApi.effects, {
    body: { resource: kind, ids: ids.slice(0, LIST_LIMIT) },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (isPending) return <Typography color="text.secondary">{translate('trash.reading')}</Typography>
  // Without an answer nothing is promised.
  if (!data) return null
  const isCut = ids.length > LIST_LIMIT
  const shown = isCut ? [] : SHOWN.filter((name) => data[name] > 0)
  return (
    <>
      {shown.length > 0 && (
        <Box component="ul" aria-label={translate('trash.effects.label')} sx={{ my: 1, pl: 3 }}>
          {shown.map((name) => (
            <li key={name}>
              {translate(`trash.effects.${name}`, { smart_count: Math.min(data[name], EFFECTS_MAX) })}
            </li>
          ))}
        </Box>
      )}
      {isCut && (
        <Typography color="text.secondary">
          {translate('trash.many.notCounted', { max: numbers.format(LIST_LIMIT) })}
        </Typography>
      )}
      {shown.some((name) => data[name] > EFFECTS_MAX) && (
        <Typography color="text.secondary">
          {translate('trash.atLeast', { max: numbers.format(EFFECTS_MAX) })}
        </Typography>
      )}
      <span>
        {data.days === 0
          ? translate('trash.final')
          : translate(ids.length > 1 ? 'trash.keptMany' : 'trash.kept', { smart_count: data.days })}
      </span>
    </>
  )
}

/** What goes with the records of a list when they are deleted, and whether they can be restored. */
export function DeletionNote({ list, ids }: NoteProps & { list: string }) {
  const translate = useTranslate()
  const kind = useTrashKind(list)
  if (!kind) return <span>{` ${translate('trash.final')}`}</span>
  return (
    <Box sx={{ mt: 1 }}>
      <Effects kind={kind} ids={ids} />
    </Box>
  )
}
