import { Box, Button, SvgIcon } from '@mui/material'
import { useCallback, useEffect, useState } from 'react'
import { getToken } from '../authProvider/session'
import { useHeightVariable } from '../components/useHeightVariable'
import { useClient } from '../dataProvider/client'
import { useServerDown } from '../dataProvider/connection'
import { usePublicTranslate } from '../i18n'

const FIRST = 1000
const LONGEST = 30_000
/** Random share by which a delay is shortened, so that many consoles don't reconnect at the same moment. */
const JITTER = 0.25

/**
 * Time until the next probe in milliseconds: 1 s, 2 s, 4 s … 30 s, less up to a quarter.
 * @param attempt number of failed probes so far
 * @param chance 0 to 1
 */
export function probeDelay(attempt: number, chance: number): number {
  return Math.min(LONGEST, FIRST * 2 ** attempt) * (1 - JITTER * chance)
}

const CLOUD_OFF =
  'M19.4 10a7.5 7.5 0 0 0-10.9-5.1l1.5 1.5a5.5 5.5 0 0 1 7.5 5.1v.5H19a3 3 0 0 1 1.6 5.5l1.5 1.5A5 5 0 0 0 19.4 10zM3 5.3 5.8 8A6 6 0 0 0 6 20h11.7l2 2 1.3-1.3L4.3 4zM7.7 10l8 8H6a4 4 0 0 1 0-8z'

function useProbe() {
  const client = useClient()
  const [attempt, setAttempt] = useState(0)
  const [trying, setTrying] = useState(false)

  const probe = useCallback(async () => {
    setTrying(true)
    await client.probe()
    setTrying(false)
    setAttempt((attempts) => attempts + 1)
  }, [client])

  useEffect(() => {
    if (trying) return undefined
    const timer = setTimeout(() => void probe(), probeDelay(attempt, Math.random()))
    return () => clearTimeout(timer)
  }, [attempt, trying, probe])

  return { trying, probe }
}

function Banner() {
  const translate = usePublicTranslate()
  const { trying, probe } = useProbe()
  const banner = useHeightVariable('--banner-height')
  return (
    <Box
      component="output"
      ref={banner}
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        columnGap: 1.5,
        px: 2,
        py: 0.75,
        color: 'common.white',
        bgcolor: 'warning.dark',
      }}
    >
      <SvgIcon fontSize="small">
        <path d={CLOUD_OFF} />
      </SvgIcon>
      <Box component="span" sx={{ typography: 'body2', minWidth: 0 }}>
        {/* Signed-out people see no data. */}
        {translate(getToken() ? 'common.serverDown' : 'common.noAnswer')}
      </Box>
      <Button
        color="inherit"
        size="small"
        variant="outlined"
        sx={{ flexShrink: 0 }}
        aria-disabled={trying}
        onClick={() => !trying && void probe()}
      >
        {translate('common.tryNow')}
      </Button>
    </Box>
  )
}

/** Shown while the server does not answer; probes the server until it is back. */
export function ConnectionBanner() {
  return useServerDown() && <Banner />
}
