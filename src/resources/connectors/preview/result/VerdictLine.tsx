import CancelledIcon from '@mui/icons-material/DoNotDisturbOnOutlined'
import FailedIcon from '@mui/icons-material/ErrorOutlined'
import SentIcon from '@mui/icons-material/SendOutlined'
import { Box } from '@mui/material'
import { useLocale } from 'react-admin'
import type { Outcome } from '#sandbox'
import { useTranslate } from '../../../../i18n/translate'
import type { Verdict } from '../verdict'

const ICONS = { sent: SentIcon, cancelled: CancelledIcon, failed: FailedIcon }
const COLORS = { sent: 'success', cancelled: 'warning', failed: 'error' } as const

/** The sign of what would become of a message. */
export function VerdictIcon({ kind }: { kind: Verdict['kind'] }) {
  const Icon = ICONS[kind]
  return <Icon color={COLORS[kind]} fontSize="small" sx={{ verticalAlign: 'text-bottom' }} />
}

interface VerdictLineProps {
  verdict: Verdict | null
  outcome: Outcome | null
}

/** What would become of the sample and how long the code took, told to screen readers as it changes. */
export function VerdictLine({ verdict, outcome }: VerdictLineProps) {
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
          <span>{translate(`connectors.preview.verdict.${verdict.kind}`)}</span>
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
