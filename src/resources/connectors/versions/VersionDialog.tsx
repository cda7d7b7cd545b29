import { Alert, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { Connector } from '#contract/connectors'
import { type ConnectorCode, connectorVersionsApi } from '#contract/connectors/versions'
import { TaskDialog, useKeptPlace } from '../../../components/dialog/TaskDialog'
import { lazyPart, Waiting } from '../../../components/lazyPart'
import { Loaded, PermissionButton } from '../../../components/page'
import { useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from './texts'
import { useRestore } from './useRestore'
import { useSavedText } from './VersionList'

const TextDifference = lazyPart(() => import('../../../components/diff/TextDifference'))

interface VersionProps {
  connector: Connector
  version: number
}

/** Code of a version: null if it is unknown. */
function useCode({ connector, version }: VersionProps) {
  const { ask } = useSpaceport()
  const isThere = connector.version === null || version <= connector.version
  return useRead(
    connectorVersionsApi.list,
    { connectorId: connector.id, version, isThere },
    async (signal) => {
      if (!isThere) return null
      const params = { connectorId: connector.id }
      const codes = await ask(connectorVersionsApi.list, { params, query: { version, limit: 1 }, signal })
      return codes[0] ?? null
    },
  )
}

/** Old code of a connector, compared with the current code. */
function Comparison({ connector, version, code }: VersionProps & { code: ConnectorCode }) {
  const translate = useTranslate()
  const savedText = useSavedText()
  const named = { version: String(version) }
  const isOlder = code.created_at !== null && code.version !== version
  return (
    <>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {isOlder && (
          <span>{`${translate('connectors.versions.since', { ...named, first: String(code.version) })} `}</span>
        )}
        <span>{`${savedText(code)}. ${translate('connectors.versions.legend', named)}`}</span>
      </Typography>
      <Suspense fallback={<Waiting />}>
        <TextDifference
          left={code.transformation}
          right={connector.transformation}
          label={translate('connectors.versions.difference', named)}
          same={translate('connectors.versions.same')}
        />
      </Suspense>
    </>
  )
}

interface VersionDialogProps extends VersionProps {
  /** Address of the list of versions. */
  all: string
  onClose: () => void
}

/** Compares the code of a version with the current one, and restores it. */
export function VersionDialog({ all, onClose, ...one }: VersionDialogProps) {
  const { connector, version } = one
  const translate = useTranslate()
  const query = useCode(one)
  const named = { version: String(version) }
  const { restore, busy, othersChanges } = useRestore(connector, version, onClose)
  const code = query.data
  useKeptPlace()
  return (
    <TaskDialog
      title={translate('connectors.versions.one', named)}
      maxWidth="md"
      onClose={() => !busy && onClose()}
    >
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {othersChanges.length > 0 && (
            <Alert severity="warning">
              {[...othersChanges, translate('connectors.versions.again')].join(' ')}
            </Alert>
          )}
          <Loaded query={query}>
            {(code) =>
              code ? (
                <Comparison {...one} code={code} />
              ) : (
                <Alert severity="info">{translate('connectors.versions.unknown', named)}</Alert>
              )
            }
          </Loaded>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button component={Link} to={all} replace sx={{ mr: 'auto' }}>
          {translate('connectors.versions.title')}
        </Button>
        <Button onClick={onClose} disabled={busy}>
          {translate('common.close')}
        </Button>
        {code && (
          <PermissionButton
            permission="space:connector:update"
            reason={
              code.transformation === connector.transformation ? translate('connectors.versions.same') : null
            }
            variant="contained"
            loading={busy}
            onClick={() => void restore(code.transformation)}
          >
            {translate('connectors.versions.restore')}
          </PermissionButton>
        )}
      </DialogActions>
    </TaskDialog>
  )
}
