import { Alert, Box, LinearProgress } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { compareInWorker } from '../../../components/diff/compareInWorker'
import { DiffView, PartBar } from '../../../components/diff/DiffView'
import { useTranslate } from '../../../i18n/translate'

const OPTIONS = { ignoreVolatile: false, sortKeys: false }

/** Two bodies, compared in a worker. */
export default function DifferenceView({ left, right }: { left: string | null; right: string | null }) {
  const translate = useTranslate()
  const [shown, setShown] = useState(0)
  const { data: comparison, isError } = useQuery({
    queryKey: ['comparison', left, right],
    queryFn: ({ signal }) => compareInWorker({ left, right, ...OPTIONS }, signal),
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
    placeholderData: (before) => before,
  })
  if (isError) return <Alert severity="error">{translate('diff.failed')}</Alert>
  if (!comparison) return <LinearProgress aria-label={translate('diff.working')} />
  const isTexts = comparison.kind === 'texts'
  const isSame = isTexts
    ? comparison.left === comparison.right
    : comparison.parts.every(({ differences }) => differences === 0)
  const index = isTexts ? 0 : Math.min(shown, comparison.parts.length - 1)
  return (
    <>
      {isSame && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('connectors.preview.same')}
        </Alert>
      )}
      <PartBar comparison={comparison} shown={index} showPart={setShown} />
      {index >= 0 && (
        <Box
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keyboard
          tabIndex={0}
          role="region"
          aria-label={translate('connectors.preview.difference')}
          sx={{ maxHeight: '70vh', overflow: 'auto' }}
        >
          <DiffView comparison={comparison} shown={index} unified />
        </Box>
      )}
    </>
  )
}
