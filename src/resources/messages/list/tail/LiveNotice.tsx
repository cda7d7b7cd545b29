import UpIcon from '@mui/icons-material/ArrowUpward'
import { Button, styled } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useTranslate } from '../../../../i18n/translate'
import { TOP_BAR_HEIGHT } from '../../../../theme/theme'
import { useLive } from './LiveContext'
import { TAIL_LIMITS } from './tail'
import { useAnnounced } from './useAnnounced'

/** Lies over the rows: its coming and going must not move what is being read. */
const Overlay = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: TOP_BAR_HEIGHT,
  zIndex: 2,
  height: 0,
  display: 'flex',
  justifyContent: 'center',
  '& > button': { marginTop: 12, height: 36, borderRadius: 18, boxShadow: theme.shadows[4] },
  [theme.breakpoints.up('md')]: { '& > button': { marginTop: 48 } },
}))

/** While the tail is paused: how many messages wait, and the way on. Screen readers are told of new ones now and then. */
export function LiveNotice() {
  const translate = useTranslate()
  const { isLive, followed, resume } = useLive()
  const { isPaused, waiting, arrived } = followed
  const announced = useAnnounced(arrived)
  const newMessages = (count: number) =>
    translate(`messages.list.live.${count >= TAIL_LIMITS.max ? 'newOrMore' : 'new'}`, { smart_count: count })
  if (!isLive) return null
  return (
    <>
      <span role="status" style={visuallyHidden}>
        {announced > 0 && newMessages(announced)}
      </span>
      {isPaused && (
        <Overlay>
          <Button variant="contained" startIcon={<UpIcon />} onClick={resume}>
            {waiting > 0 ? newMessages(waiting) : translate('messages.list.live.resume')}
          </Button>
        </Overlay>
      )}
    </>
  )
}
