import { Tooltip, type TooltipProps } from '@mui/material'

/** MUI's tooltip, loaded only where something needs explaining. It describes, it does not name. */
export default function ReasonTooltip(props: TooltipProps) {
  return <Tooltip describeChild {...props} />
}
