import { Alert, Box, Stack } from '@mui/material'
import { type Installation, installationApi } from '#contract/admin'
import { serverTimeOf } from '../../../clock'
import { Bars } from '../../../components/bars/Bars'
import { ActionAlert, Loaded, Section, useNow } from '../../../components/page'
import { useAnswer } from '../../../dataProvider/calls'
import { useTranslate } from '../texts'
import { Archive } from './Archive'
import { Backups } from './Backups'
import { Copies } from './Copies'
import { findingsOf } from './findings'
import { useFormats } from './format'
import { Room } from './Room'
import { Totals } from './Totals'

/** Milliseconds between two readings. A hidden page makes none. */
const REFRESH_EVERY = 60_000
const REDRAW_EVERY = 15_000

/** Says whether something is wrong. */
function State({ installation }: { installation: Installation }) {
  const translate = useTranslate()
  const findings = findingsOf(installation, useNow(REDRAW_EVERY), useFormats())
  return (
    <Section title={translate('admin.state.title')}>
      <Stack spacing={1}>
        {findings.every(({ severity }) => severity === 'info') && (
          <Alert severity="success">{translate('admin.state.fine')}</Alert>
        )}
        {findings.map(({ severity, text, values }) => (
          <Alert key={text} severity={severity}>
            {translate(text, values)}
          </Alert>
        ))}
      </Stack>
    </Section>
  )
}

const CHARTS = { messages: 'primary.main', failures: 'error.main' } as const

/** Messages and failures of each of the last hours. */
function Hours({ messages, failures }: Pick<Installation, 'messages' | 'failures'>) {
  const translate = useTranslate()
  const { number, clock, hour: spanOf } = useFormats()
  return (
    <Section title={translate('admin.hours.title')}>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {(['messages', 'failures'] as const).map((name) => {
          const hours = { messages, failures }[name]
          const counts = hours.map(({ count }) => count)
          const total = counts.reduce((sum, count) => sum + count, 0)
          return (
            <Bars
              key={name}
              title={translate(`admin.hours.${name}`)}
              summary={
                total === 0
                  ? translate('admin.hours.none')
                  : translate('admin.hours.sum', { total: number(total), most: number(Math.max(...counts)) })
              }
              bars={hours.map(({ hour, count }) => ({
                label: spanOf(hour),
                tick: clock(hour),
                value: count,
                text: number(count),
              }))}
              color={CHARTS[name]}
              tableLabel={translate('admin.hours.table')}
              columns={[translate('admin.hours.hour'), translate('admin.hours.count')]}
            />
          )
        })}
      </Box>
    </Section>
  )
}

/** Says that the numbers are old, and offers to read them again. */
function Stale({ at, onRetry }: { at: number; onRetry: () => void }) {
  const translate = useTranslate()
  const { relative } = useFormats()
  const ago = relative(new Date(serverTimeOf(at)).toISOString(), useNow(REDRAW_EVERY))
  return (
    <Box sx={{ mb: 3 }}>
      <ActionAlert severity="warning" action={translate('common.tryNow')} onAction={onRetry}>
        {translate('admin.state.stale', { ago })}
      </ActionAlert>
    </Box>
  )
}

/** The state of the whole installation, read again each minute. */
export function InstallationSections() {
  const query = useAnswer(installationApi.get, { refetchInterval: REFRESH_EVERY })
  const { isRefetchError, dataUpdatedAt, refetch } = query
  return (
    <Loaded query={query}>
      {(installation) => (
        <>
          {isRefetchError && <Stale at={dataUpdatedAt} onRetry={() => void refetch()} />}
          <State installation={installation} />
          <Totals {...installation} />
          <Hours {...installation} />
          <Room {...installation} />
          {installation.backup && <Backups {...installation.backup} />}
          {installation.archive && <Archive {...installation.archive} />}
          <Copies {...installation} />
        </>
      )}
    </Loaded>
  )
}
