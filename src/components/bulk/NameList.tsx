import { Alert, Box } from '@mui/material'
import { useTranslate } from './texts'

/** Maximum number of names; the rest are counted. */
const MOST_NAMES = 10

interface NameListProps {
  items: readonly { id: string; name: string }[]
  /** Ids that the list behind does not show. They come first and are marked. */
  hidden: ReadonlySet<string>
}

/** The names of the selected records: the first ten, then the number of others. */
export function NameList({ items, hidden }: NameListProps) {
  const translate = useTranslate()
  const unseen = items.filter(({ id }) => hidden.has(id))
  const ordered = [...unseen, ...items.filter(({ id }) => !hidden.has(id))]
  const more = items.length - MOST_NAMES
  return (
    <>
      {unseen.length > 0 && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {translate('bulk.hidden.warning', { smart_count: unseen.length })}
        </Alert>
      )}
      <Box component="ul" aria-label={translate('bulk.names')} sx={{ m: 0, mt: 2, pl: 3 }}>
        {ordered.slice(0, MOST_NAMES).map(({ id, name }) => (
          <Box
            component="li"
            key={id}
            sx={{ overflowWrap: 'anywhere', '&::marker': { color: 'text.secondary' } }}
          >
            {name}
            {hidden.has(id) && (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {` – ${translate('bulk.hidden.mark')}`}
              </Box>
            )}
          </Box>
        ))}
        {more > 0 && <li style={{ listStyle: 'none' }}>{translate('bulk.more', { smart_count: more })}</li>}
      </Box>
    </>
  )
}
