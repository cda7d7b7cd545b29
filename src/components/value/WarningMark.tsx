import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import { Box, Tooltip } from '@mui/material'

/** A warning in a row, which a pointer, the keyboard and a screen reader can read. */
export default function WarningMark({ text }: { text: string }) {
  return (
    <Tooltip title={text}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard reaches the tooltip as well */}
      <Box
        component="span"
        role="img"
        aria-label={text}
        tabIndex={0}
        sx={{ display: 'inline-flex', verticalAlign: 'middle' }}
      >
        <WarningIcon color="warning" fontSize="small" />
      </Box>
    </Tooltip>
  )
}
