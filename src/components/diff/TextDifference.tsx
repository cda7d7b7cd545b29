import { Alert, Box, LinearProgress } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import { compareInWorker } from './compareInWorker'
import { DiffView, PartBar } from './DiffView'

const OPTIONS = { ignoreVolatile: false, sortKeys: false }

interface TextDifferenceProps {
  left: string | null
  right: string | null
  /** Name of the difference for screen readers. */
  label: string
  /** Told when both are the same. */
  same?: string
}

/** Two texts, compared line by line in a worker. */
export default function TextDifference({ left, right, label, same }: TextDifferenceProps) {
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
  const isSame = comparison.parts.every(({ differences }) => differences === 0)
  const index = Math.min(shown, comparison.parts.length - 1)
  return (
    <>
      {isSame && same && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {same}
        </Alert>
      )}
      <PartBar comparison={comparison} shown={index} showPart={setShown} />
      {index >= 0 && (
        <Box
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keyboard
          tabIndex={0}
          role="region"
          aria-label={label}
          sx={{ maxHeight: '70vh', overflow: 'auto' }}
        >
          <DiffView comparison={comparison} shown={index} unified />
        </Box>
      )}
    </>
  )
}
