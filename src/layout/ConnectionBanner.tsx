import { Box, Button, SvgIcon } from '@mui/material'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useServerDown } from '../dataProvider/connection'
import { useClient } from '../dataProvider/context'
import { usePublicTranslate } from '../i18n'
import { probeDelay } from './backOff'

/** Custom property of the page that holds the banner's height. */
const HEIGHT = '--banner-height'

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

/** Tells its height to the toasts, which stay above. */
function useHeightVariable() {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty(HEIGHT, `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`)
    })
    if (element.current) observer.observe(element.current)
    return () => {
      observer.disconnect()
      style.removeProperty(HEIGHT)
    }
  }, [])
  return element
}

function Banner() {
  const translate = usePublicTranslate()
  const { trying, probe } = useProbe()
  const banner = useHeightVariable()
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
        {translate('common.serverDown')}
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

/** Says so while the server does not answer, and asks it again until it does. */
export function ConnectionBanner() {
  return useServerDown() && <Banner />
}
