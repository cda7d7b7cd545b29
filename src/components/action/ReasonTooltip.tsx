import { Tooltip, type TooltipProps } from '@mui/material'

/** MUI's tooltip, loaded only where something needs explaining. It describes, it does not name. A tap shows it at once. */
export default function ReasonTooltip(props: TooltipProps) {
  return <Tooltip describeChild enterTouchDelay={0} leaveTouchDelay={4000} {...props} />
}
