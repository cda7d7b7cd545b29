import CancelledIcon from '@mui/icons-material/DoNotDisturbOnOutlined'
import FailedIcon from '@mui/icons-material/ErrorOutlined'
import SentIcon from '@mui/icons-material/SendOutlined'
import { Alert, Box, LinearProgress, Tab, Tabs, Typography } from '@mui/material'
import { type ComponentType, Suspense, useId, useMemo, useState } from 'react'
import { useLocale } from 'react-admin'
import { z } from 'zod'
import { digitsOf, withDigits } from '#contract/common'
import { ignoredOf, type Sending } from '#contract/connectors'
import type { Outcome } from '#sandbox'
import { msg as diffMsg } from '../../../components/diff/texts'
import { BodyFrame, formatJson, PlainText, parseJson } from '../../../components/json'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { TOP_BAR_HEIGHT } from '../../../theme/theme'
import { type Run, useErrorLine, type Verdict } from './run'
import { contentOf, SentView } from './SentView'
import { useTranslate } from './texts'

const TextDifference = lazyPart(() => import('../../../components/diff/TextDifference'))

interface ViewProps {
  /** JSON text of the job. */
  input: string
  outcome: Outcome
  verdict: Verdict
}

/** The value that the code returned, or the error that it threw. Rules, "Connector preview". */
function OutputView({ outcome, verdict }: ViewProps) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  const failed = verdict.kind === 'failed' && verdict.thrown ? verdict : null
  const text = failed ? errorLine(failed) : 'value' in outcome ? formatJson(outcome.value) : ''
  return (
    <BodyFrame text={text}>
      <PlainText text={text} label={translate('connectors.preview.tabs.output')} />
    </BodyFrame>
  )
}

const jobSchema = z.object({ message: z.object({ body: z.unknown() }) })

/** JSON text of the body in a job's message; null if there is none. */
function bodyOf(input: string): string | null {
  const body = jobSchema.safeParse(parseJson(input)).data?.message.body
  return body === undefined ? null : withDigits(JSON.stringify(body), digitsOf(input))
}

/** The message's body compared with the body that would be sent. */
function Difference({ input, verdict }: ViewProps) {
  const translate = useTranslate()
  const [failed, setFailed] = useState(false)
  const working = <LinearProgress aria-label={translate(diffMsg('diff.working'))} />
  if (verdict.kind !== 'sent') return <span>{translate('connectors.preview.noRequest')}</span>
  if (failed) return <span>{translate(diffMsg('diff.failed'))}</span>
  return (
    <PartFrame onClose={() => setFailed(true)}>
      <Suspense fallback={working}>
        <TextDifference
          left={bodyOf(input)}
          right={contentOf(verdict.request)}
          label={translate(
            'topic' in verdict.request
              ? 'connectors.preview.publication.difference'
              : 'connectors.preview.difference',
          )}
          same={translate('connectors.preview.same')}
        />
      </Suspense>
    </PartFrame>
  )
}

/** Output of `console.log`. */
function ConsoleView({ outcome: { logs } }: ViewProps) {
  const translate = useTranslate()
  if (logs.length === 0) return <span>{translate('connectors.preview.noLogs')}</span>
  const text = logs.join('\n')
  return (
    <BodyFrame text={text}>
      <PlainText text={text} label={translate('connectors.preview.console')} />
    </BodyFrame>
  )
}

/** The first tab is open until another is chosen. */
const TABS = [
  { id: 'output', Panel: OutputView },
  { id: 'request', Panel: SentView },
  { id: 'difference', Panel: Difference },
  { id: 'console', Panel: ConsoleView },
] as const satisfies readonly { id: string; Panel: ComponentType<ViewProps> }[]
type TabId = (typeof TABS)[number]['id']

const ICONS = { sent: SentIcon, cancelled: CancelledIcon, failed: FailedIcon }
const COLORS = { sent: 'success', cancelled: 'warning', failed: 'error' } as const

export function VerdictIcon({ kind }: { kind: Verdict['kind'] }) {
  const Icon = ICONS[kind]
  return <Icon color={COLORS[kind]} fontSize="small" sx={{ verticalAlign: 'text-bottom' }} />
}

/** The verdict and the duration of the run; screen readers announce changes. */
function VerdictLine({ verdict, outcome }: { verdict: Verdict | null; outcome: Outcome | undefined | null }) {
  const translate = useTranslate()
  const time = new Intl.NumberFormat(useLocale(), { maximumFractionDigits: 1 })
  return (
    <Box
      component="output"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', minHeight: 24 }}
    >
      {verdict && outcome ? (
        <>
          <VerdictIcon kind={verdict.kind} />
          <span>
            {translate(
              verdict.kind === 'sent' && 'topic' in verdict.request
                ? 'connectors.preview.verdict.published'
                : `connectors.preview.verdict.${verdict.kind}`,
            )}
          </span>
          <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {translate('connectors.preview.took', { time: time.format(outcome.milliseconds) })}
          </Box>
        </>
      ) : (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {translate('connectors.preview.nothing')}
        </Box>
      )}
    </Box>
  )
}

/** Number of names in a warning, and characters of each. */
const NAMES_MAX = { count: 5, length: 40 }

/** Warns about properties of the returned value that have no effect. */
function IgnoredNames({ returned, sending }: { returned: string; sending: Sending }) {
  const translate = useTranslate()
  const { unknown, replaced } = useMemo(() => ignoredOf(returned, sending), [returned, sending])
  const number = new Intl.NumberFormat(useLocale())
  const { count, length } = NAMES_MAX
  const names = unknown
    .slice(0, count)
    .map((name) => (name.length > length ? `${name.slice(0, length)}…` : name))
    .join(', ')
  const more = unknown.length > count ? ` (+${number.format(unknown.length - count)})` : ''
  const warnings = [
    ...replaced.map((pair) => translate('connectors.preview.ignored.replaced', { ...pair })),
    ...(unknown.length > 0
      ? [
          translate(
            sending === 'mqtt'
              ? 'connectors.preview.ignored.unknownOfMqtt'
              : 'connectors.preview.ignored.unknown',
            { names: `${names}${more}` },
          ),
        ]
      : []),
  ]
  return warnings.map((warning) => (
    <Alert key={warning} severity="warning" sx={{ my: 1, overflowWrap: 'anywhere' }}>
      {warning}
    </Alert>
  ))
}

/** Keeps the result in view beside the code while the page scrolls. */
const STAYS = {
  gridArea: 'result',
  minWidth: 0,
  alignSelf: 'start',
  position: { md: 'sticky' },
  top: TOP_BAR_HEIGHT + 16,
} as const

interface ResultProps {
  run: Run | null
  verdict: Verdict | null
  sending: Sending
  isRunning: boolean
}

/** The result of the code for the sample: output, request, difference and console. */
export function Result({ run, verdict, sending, isRunning }: ResultProps) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  const [tabId, setTabId] = useState<TabId>('output')
  const id = useId()
  const { Panel } = TABS.find((tab) => tab.id === tabId) ?? TABS[0]
  const outcome = run?.outcome

  return (
    <Box component="section" aria-labelledby={`${id}-title`} sx={STAYS}>
      <Typography variant="h2" id={`${id}-title`}>
        {translate('connectors.preview.result')}
      </Typography>
      <Box sx={{ height: 4, my: 1 }}>
        {isRunning && <LinearProgress aria-label={translate('connectors.preview.running')} />}
      </Box>
      <VerdictLine verdict={verdict} outcome={outcome} />
      {run && !outcome && <Alert severity="error">{translate('connectors.preview.noSandbox')}</Alert>}
      {verdict?.kind === 'failed' && !verdict.thrown && <Alert severity="error">{errorLine(verdict)}</Alert>}
      {outcome && 'value' in outcome && outcome.lost.length > 0 && (
        <Alert severity="warning" sx={{ my: 1, overflowWrap: 'anywhere' }}>
          {translate('connectors.preview.rounded', { numbers: outcome.lost.join(', ') })}
        </Alert>
      )}
      {outcome && 'value' in outcome && <IgnoredNames returned={outcome.value} sending={sending} />}
      {run && outcome && verdict && (
        <>
          <Tabs
            value={tabId}
            onChange={(_event, next: TabId) => setTabId(next)}
            variant="scrollable"
            aria-label={translate('connectors.preview.result')}
            sx={{ mb: 2 }}
          >
            {TABS.map((tab) => (
              <Tab
                key={tab.id}
                id={`${id}-${tab.id}`}
                value={tab.id}
                aria-controls={tab.id === tabId ? `${id}-panel` : undefined}
                label={translate(
                  tab.id === 'request' && sending === 'mqtt'
                    ? 'connectors.preview.tabs.publication'
                    : `connectors.preview.tabs.${tab.id}`,
                  { count: outcome.logs.length },
                )}
              />
            ))}
          </Tabs>
          <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tabId}`}>
            <Panel input={run.input} outcome={outcome} verdict={verdict} />
          </div>
        </>
      )}
    </Box>
  )
}
