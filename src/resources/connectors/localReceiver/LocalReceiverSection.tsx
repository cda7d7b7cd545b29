import { Box, Typography } from '@mui/material'
import { MONOSPACE } from '../../../components/json'
import { CopyButton, Section } from '../../../components/page'
import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import { LINES } from './lines'
import type en from './messages.en'

const { useTranslate } = textsOf<Texts<{ 'connectors.localReceiver': typeof en }>>('connectors.localReceiver')

const RUNTIMES = ['node', 'python'] as const

/** A command for each runtime that receives requests on a local machine and verifies them. */
export default function LocalReceiverSection() {
  const translate = useTranslate()
  return (
    <Section title={translate('connectors.localReceiver.title')}>
      <Typography variant="body2" color="text.secondary">
        {translate('connectors.localReceiver.text')} {translate('connectors.localReceiver.reach')}
      </Typography>
      {RUNTIMES.map((runtime) => {
        const name = translate('connectors.localReceiver.line', {
          name: translate(`connectors.localReceiver.${runtime}`),
        })
        return (
          <Box key={runtime} sx={{ mt: 2 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Typography variant="subtitle2" component="h3">
                {translate(`connectors.localReceiver.${runtime}`)}
              </Typography>
              <CopyButton value={LINES[runtime]} what={name} />
            </Box>
            <Box
              component="pre"
              role="group"
              aria-label={name}
              tabIndex={0}
              sx={{ m: 0, overflow: 'auto', whiteSpace: 'pre', fontFamily: MONOSPACE, fontSize: 12, py: 1 }}
            >
              {LINES[runtime]}
            </Box>
          </Box>
        )
      })}
    </Section>
  )
}
