import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import { Box, Tooltip } from '@mui/material'

/** A warning in a row, available to pointer, keyboard and screen reader. */
export default function WarningMark({ text }: { text: string }) {
  return (
    <Tooltip title={text}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach the tooltip */}
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
