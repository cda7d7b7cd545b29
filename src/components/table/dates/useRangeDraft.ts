import { useState } from 'react'
import { useTranslate } from '../../../i18n/translate'
import { toast } from '../../toast/toasts'
import { type DateRange, readRange } from '../filterValues'
import { isIsoTime } from './isoTime'
import { DEFAULT_TIMES, defaultRange, faultOf, typedRange } from './ranges'

type Field = 'start' | 'end'

export interface RangeProps {
  /** The range that holds. */
  applied: DateRange | undefined
  /** A range has both a start and an end. */
  needsBoth?: boolean
  /** Is given the range that was chosen; undefined when it was cleared. */
  onApply: (range: DateRange | undefined) => void
}

/** What is typed of a range until it is applied; the toasts say what is wrong with it. Spec 1, section 5. */
export function useRangeDraft({ applied, needsBoth = false, onApply }: RangeProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState(() =>
    applied ? typedRange(applied, new Date()) : defaultRange(new Date()),
  )
  const [wrong, setWrong] = useState<readonly Field[]>([])
  const [active, setActive] = useState<Field>('start')
  const complain = (text: string) => toast({ kind: 'error', title: translate(`table.date.${text}`) })

  const applyNow = (range: DateRange | undefined) => {
    setTyped(typedRange(range, new Date()))
    setWrong([])
    onApply(range)
  }
  return {
    applied,
    typed,
    /** The fields that hold no time. */
    wrong,
    /** The field that the calendar fills. */
    active,
    setActive,
    applyNow,
    type: (field: Field, text: string) => {
      setTyped((old) => ({ ...old, [field]: text }))
      setWrong((old) => old.filter((other) => other !== field))
    },
    /** The person left the field. */
    check: (field: Field) => {
      if (typed[field] === '' || isIsoTime(typed[field]) || wrong.includes(field)) return
      setWrong((old) => [...old, field])
      complain('invalid')
    },
    apply: () => {
      const found = faultOf(typed, needsBoth)
      setWrong(found?.fault === 'invalid' ? found.fields : [])
      if (found) complain(found.fault)
      else applyNow(readRange(typed, needsBoth))
    },
    clear: () => applyNow(undefined),
    /** Time of day that a picked day gets. */
    timeOf: (field: Field) => (isIsoTime(typed[field]) ? typed[field].slice(11, 19) : DEFAULT_TIMES[field]),
  }
}
