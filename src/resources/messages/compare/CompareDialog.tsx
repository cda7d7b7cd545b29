import CloseIcon from '@mui/icons-material/Close'
import {
  Alert,
  Box,
  Dialog,
  DialogContent,
  DialogTitle,
  IconButton,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import { useId } from 'react'
import { Loaded } from '../../../components/page'
import { useTranslate } from '../texts'
import { Comparison, useCompared } from './Comparison'

interface CompareDialogProps {
  /** Ids of the two messages. */
  compared: readonly [string, string]
  onClose: () => void
}

/** Two messages side by side, over their list; full screen on a phone. Rules, "Messages". */
export default function CompareDialog({ compared, onClose }: CompareDialogProps) {
  const translate = useTranslate()
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const titleId = useId()
  const { isGone, first, second } = useCompared(...compared)
  const close = translate('common.close')
  return (
    <Dialog open fullWidth maxWidth="xl" fullScreen={isPhone} onClose={onClose} aria-labelledby={titleId}>
      <Box sx={{ display: 'flex', alignItems: 'center', pr: 2 }}>
        <DialogTitle id={titleId} sx={{ flex: 1 }}>
          {translate('messages.compare.title')}
        </DialogTitle>
        <IconButton aria-label={close} title={close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <DialogContent dividers sx={{ px: { xs: 2, sm: 3 } }}>
        {isGone ? (
          <Alert severity="error">{translate('messages.compare.gone')}</Alert>
        ) : (
          <Loaded query={first}>
            {(one) => (
              <Loaded query={second}>{(other) => <Comparison isInDialog messages={[one, other]} />}</Loaded>
            )}
          </Loaded>
        )}
      </DialogContent>
    </Dialog>
  )
}
