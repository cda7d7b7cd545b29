import { Box, Typography } from '@mui/material'
import { MONOSPACE } from '../../../components/json'
import { CopyButton, Section } from '../../../components/page'
import { LINES } from './lines'
import { useTranslate } from './texts'

const RUNTIMES = ['node', 'python'] as const

/** A line that receives requests on one's own machine and verifies them, for each runtime. */
export default function LookSection() {
  const translate = useTranslate()
  return (
    <Section title={translate('connectors.look.title')}>
      <Typography variant="body2" color="text.secondary">
        {translate('connectors.look.text')} {translate('connectors.look.reach')}
      </Typography>
      {RUNTIMES.map((runtime) => {
        const name = translate('connectors.look.line', { name: translate(`connectors.look.${runtime}`) })
        return (
          <Box key={runtime} sx={{ mt: 2 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Typography variant="subtitle2" component="h3">
                {translate(`connectors.look.${runtime}`)}
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
