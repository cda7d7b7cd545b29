import { type ReactNode, useState } from 'react'
import { DialogPopover, type DialogPopoverProps } from '../../dialog/DialogPopover'
import type { FilterValues } from '../address'
import { PendingContext, type ReadPending } from './pending'

/**
 * The fields in a sheet or popover, and a function to close it. Closing applies typed values; an error keeps it open.
 * @param apply called once with all values, because each filter change starts from the applied values
 */
export function usePendingFields(apply: (values: FilterValues) => void, onClose: () => void) {
  const [fields] = useState(() => new Set<ReadPending>())
  const close = ({ isDone }: { isDone: boolean }) => {
    const typed = [...fields].map((read) => read())
    const values: FilterValues = Object.assign({}, ...typed)
    if (Object.keys(values).length > 0) apply(values)
    if (!isDone || typed.every((values) => values !== null)) onClose()
  }
  return { fields, close }
}

interface PendingPopoverProps extends DialogPopoverProps {
  onApply: (values: FilterValues) => void
  children: ReactNode
}

/** A popover that applies typed values when a person clicks outside, or shows their errors. */
export function PendingPopover({ onApply, onClose, children, ...popover }: PendingPopoverProps) {
  const { fields, close } = usePendingFields(onApply, onClose)
  return (
    <DialogPopover {...popover} onClose={(reason) => close({ isDone: reason === 'backdropClick' })}>
      <PendingContext value={fields}>{children}</PendingContext>
    </DialogPopover>
  )
}
