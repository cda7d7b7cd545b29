import { type ReactNode, useState } from 'react'
import { DialogPopover, type DialogPopoverProps } from '../../dialog/DialogPopover'
import type { FilterValues } from '../address'
import { PendingContext, type ReadPending } from './pending'

/**
 * For a sheet or popover: the fields in it, and how it closes. Closing applies what was typed; an error keeps it open.
 * @param apply called once, with all values: each change of the filters is made to those that apply
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

/** A popover that applies what was typed in it when a person clicks beside it, or else says what is wrong. */
export function PendingPopover({ onApply, onClose, children, ...popover }: PendingPopoverProps) {
  const { fields, close } = usePendingFields(onApply, onClose)
  return (
    <DialogPopover {...popover} onClose={(reason) => close({ isDone: reason === 'backdropClick' })}>
      <PendingContext value={fields}>{children}</PendingContext>
    </DialogPopover>
  )
}
