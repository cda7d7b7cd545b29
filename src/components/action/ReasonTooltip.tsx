import { Tooltip, type TooltipProps } from '@mui/material'

/** MUI's tooltip, loaded only where a reason is shown. It describes the element. A tap shows it at once. */
export default function ReasonTooltip(props: TooltipProps) {
  return <Tooltip describeChild enterTouchDelay={0} leaveTouchDelay={4000} {...props} />
}
