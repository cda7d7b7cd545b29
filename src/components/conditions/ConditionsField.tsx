import { Button, Chip, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { CONDITIONS_MAX } from '#contract/devices'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { useCapability } from '../../config'
import { usePending } from '../table/filters/pending'
import type { ConditionsFieldProps } from '../table/types'
import { ConditionForm } from './ConditionForm'
import { conditionOf, type Fault, newValues } from './choices'
import { useTranslate } from './texts'
import { useConditionText } from './useConditionText'

/** The conditions of a list, and a form that adds one. */
export default function ConditionsField({ source, value, onChange, onDone }: ConditionsFieldProps) {
  const translate = useTranslate()
  const textOf = useConditionText()
  const hasValues = useCapability(SERIES_CAPABILITY)
  const [empty] = useState(() => newValues(hasValues ? 'value' : 'label'))
  const [values, setValues] = useState(empty)
  const [fault, setFault] = useState<Fault | null>(null)
  const isFull = value.length >= CONDITIONS_MAX

  const add = () => {
    const read = conditionOf(values)
    if (typeof read !== 'string') return setFault(read.fault)
    onChange([...new Set([...value, read])])
    setValues(empty)
    onDone?.()
  }
  // A condition that is complete when the person is done counts; half of one does not.
  usePending(() => {
    const read = conditionOf(values)
    return typeof read === 'string' && values !== empty && !isFull
      ? { [source]: [...new Set([...value, read])] }
      : {}
  })
  return (
    <Stack
      component="form"
      // Labels of a sheet are as high as a finger needs; these are only texts.
      sx={{ gap: 1.5, width: { sm: 320 }, maxWidth: '100%', '& .MuiInputLabel-root': { minHeight: 0 } }}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        add()
      }}
      noValidate
    >
      {value.length > 0 && (
        <Stack
          component="ul"
          direction="row"
          aria-label={translate('conditions.chosen')}
          sx={{ flexWrap: 'wrap', gap: 1, m: 0, p: 0, listStyle: 'none' }}
        >
          {value.map((condition) => {
            const text = textOf(condition)
            return (
              <li key={condition}>
                <Chip
                  label={text}
                  title={text}
                  onDelete={() => onChange(value.filter((one) => one !== condition))}
                  slotProps={{ root: { 'aria-label': translate('conditions.remove', { condition: text }) } }}
                />
              </li>
            )
          })}
        </Stack>
      )}
      {isFull ? (
        <Typography variant="body2" color="text.secondary">
          {translate('conditions.most', { smart_count: CONDITIONS_MAX })}
        </Typography>
      ) : (
        <>
          <ConditionForm
            values={values}
            onChange={(next) => {
              setValues(next)
              setFault(null)
            }}
            fault={fault}
          />
          <Button type="submit" variant="contained" sx={{ alignSelf: 'end' }}>
            {translate('conditions.add')}
          </Button>
        </>
      )}
    </Stack>
  )
}
