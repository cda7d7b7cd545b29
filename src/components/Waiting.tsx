import { keyframes, styled } from '@mui/material'
import { usePublicTranslate } from '../i18n'

const appear = keyframes({ to: { opacity: 1 } })
const turn = keyframes({ to: { rotate: '360deg' } })

const Frame = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.spacing(1.5),
  minHeight: 160,
  color: theme.palette.text.secondary,
  opacity: 0,
  animation: `${appear} 150ms 400ms forwards`,
  '&::before': {
    content: '""',
    width: 20,
    height: 20,
    borderRadius: '50%',
    border: '2px solid',
    borderRightColor: 'transparent',
    animation: `${turn} 1s linear infinite`,
  },
}))

/** Stands for a part that is still being fetched. One that comes at once is there before this shows. */
export function Waiting() {
  const translate = usePublicTranslate()
  return <Frame role="status">{translate('common.loading')}</Frame>
}
