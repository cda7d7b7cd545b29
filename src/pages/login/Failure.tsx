import { Box, Typography } from '@mui/material'
import { type ReactNode, useEffect, useState } from 'react'
import { usePublicTranslate } from '../../i18n'

interface FailureProps {
  title: string
  description?: ReactNode
  /** Seconds until the next attempt, after too many; shown in place of the description. */
  seconds?: string
}

/** Counts down until the next attempt is allowed. */
function Wait({ seconds }: { seconds: number }) {
  const translate = usePublicTranslate()
  const [until] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setLeft(Math.ceil((until - Date.now()) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [isOver, until])
  return (
    <span>
      {isOver ? translate('login.errors.again') : translate('login.errors.tooMany', { seconds: left })}
    </span>
  )
}

/** Error of a form, while it applies. The toast announces it. Rules, "Sign-in". */
export const Failure = ({ title, description, seconds }: FailureProps) => (
  <Box sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
    <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
    {/* The server's sentences start in lower case. */}
    <Box sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
      {seconds === undefined ? description : <Wait seconds={Number(seconds)} />}
    </Box>
  </Box>
)
