import { Box, Stack, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { type PublicKey, usePublicTranslate } from '../../i18n'
import type { Strength } from './estimate'
import { loadEstimate } from './usePasswordRule'

const SHOWN = {
  weak: { parts: 1, color: 'error.main', text: 'login.strength.weak' },
  fair: { parts: 2, color: 'warning.main', text: 'login.strength.fair' },
  strong: { parts: 3, color: 'success.main', text: 'login.strength.strong' },
} as const satisfies Record<Strength, { parts: number; color: string; text: PublicKey }>

/** Shows how hard a new password is to guess, while it is typed. */
export function PasswordStrength({ password }: { password: string }) {
  const translate = usePublicTranslate()
  const [strength, setStrength] = useState<Strength>()
  useEffect(() => {
    let isOver = false
    const estimate = async () => {
      const { strengthOf } = await loadEstimate()
      if (!isOver) setStrength(strengthOf(password))
    }
    // The form also works without an estimate.
    if (password !== '') estimate().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [password])
  const shown = password !== '' && strength && SHOWN[strength]
  return (
    <Stack role="status" direction="row" spacing={1} sx={{ alignItems: 'center', minHeight: 20 }}>
      {shown && (
        <>
          <Stack direction="row" spacing={0.5} aria-hidden>
            {[1, 2, 3].map((part) => (
              <Box
                key={part}
                sx={{
                  width: 24,
                  height: 4,
                  borderRadius: 1,
                  bgcolor: part <= shown.parts ? shown.color : 'action.disabledBackground',
                }}
              />
            ))}
          </Stack>
          <Typography variant="body2">{translate(shown.text)}</Typography>
        </>
      )}
    </Stack>
  )
}
