import { ReasonButton } from '../page'
import type { Done } from './doneBefore'
import { useSameOnOthers } from './useSameOnOthers'

interface SameOnOthersProps {
  deviceId: string
  done: Done
}

/** Opens the form of a roll-out that does the same with other devices; nothing on servers without roll-outs. */
export function SameOnOthers({ deviceId, done }: SameOnOthersProps) {
  return useSameOnOthers(deviceId, done).map(({ label, open, reason }) => (
    <ReasonButton key={label} variant="outlined" reason={reason} onClick={open}>
      {label}
    </ReasonButton>
  ))
}
