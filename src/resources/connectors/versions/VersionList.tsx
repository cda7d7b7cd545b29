import {
  Button,
  DialogActions,
  DialogContent,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  Typography,
} from '@mui/material'
import { Link } from 'react-router-dom'
import type { Connector } from '#contract/connectors'
import { type ConnectorCode, connectorVersionsApi } from '#contract/connectors/versions'
import { formatTime, useClock } from '../../../clock'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { Loaded } from '../../../components/page'
import { useAnswerPages } from '../../../dataProvider/answerPages'
import { useSpaceport } from '../../../dataProvider/queries'
import { useVersionAddress } from './access'
import { useTranslate } from './texts'

const PAGE = 10

/** Says who saved code, and when. */
export function useSavedText() {
  const translate = useTranslate()
  const clock = useClock()
  return ({ created_at, by }: ConnectorCode) => {
    if (created_at === null) return translate('connectors.versions.older')
    const time = formatTime(Date.parse(created_at), clock)
    return translate('connectors.versions.saved', {
      time,
      who: by ?? translate('connectors.versions.server'),
    })
  }
}

function Rows({ connector, codes }: { connector: Connector; codes: readonly ConnectorCode[] }) {
  const translate = useTranslate()
  const savedText = useSavedText()
  const addressOf = useVersionAddress(connector.id)
  if (codes.length === 0) return <Typography>{translate('connectors.versions.none')}</Typography>
  return (
    <List disablePadding aria-label={translate('connectors.versions.title')}>
      {codes.map((code) => (
        <ListItem key={code.version} disablePadding divider>
          <ListItemButton component={Link} to={addressOf(code.version)}>
            <ListItemText
              primary={translate('connectors.versions.version', { version: String(code.version) })}
              secondary={savedText(code)}
              slotProps={{ secondary: { sx: { overflowWrap: 'anywhere' } } }}
            />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  )
}

interface VersionListProps {
  connector: Connector
  onClose: () => void
}

/** Versions of a connector with other code, newest first; each leads to its comparison. */
export function VersionList({ connector, onClose }: VersionListProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { id, name, version } = connector
  const query = useAnswerPages(
    connectorVersionsApi.list,
    { id, version },
    (before, signal) =>
      ask(connectorVersionsApi.list, {
        params: { connectorId: id },
        query: { limit: PAGE, version: before },
        signal,
      }),
    { size: PAGE, cursorAfter: (last) => last.version - 1 || undefined },
  )
  return (
    <TaskDialog title={translate('connectors.versions.titleOf', { name })} onClose={onClose}>
      <DialogContent>
        <Loaded query={{ ...query, data: query.data?.pages.flat() }}>
          {(codes) => (
            <>
              {/* The newest is the current code. */}
              <Rows connector={connector} codes={codes.slice(1)} />
              <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
                {translate('connectors.versions.kept')}
              </Typography>
            </>
          )}
        </Loaded>
        {query.hasNextPage && (
          <LoadingButton
            size="small"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
            sx={{ mt: 1 }}
          >
            {translate('connectors.versions.more')}
          </LoadingButton>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('common.close')}</Button>
      </DialogActions>
    </TaskDialog>
  )
}
