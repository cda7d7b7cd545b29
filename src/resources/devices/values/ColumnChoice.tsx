import { Box, Checkbox, FormControlLabel, FormGroup, Typography } from '@mui/material'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { latestApi } from '#contract/series'
import { ComboboxField } from '../../../components/combobox/ComboboxField'
import { useAnswer } from '../../../dataProvider/calls'
import { useTranslate } from '../history/texts'
import { type ChosenValue, useChosenValues, VALUE_COLUMNS_MAX } from './chosen'

/** How long what the devices of a space measure is taken as it is, in milliseconds: all their series are read for it. */
const FRESH = 60_000

const SMALL = { typography: { variant: 'body2' } } as const

const valueOf = ({ path, label, unit, decimals, is_boolean }: ChosenValue): ChosenValue => ({
  path,
  label,
  unit,
  decimals,
  is_boolean,
})

/** Chooses what devices measure as columns of their list. */
export default function ColumnChoice() {
  const translate = useTranslate()
  const [chosen, choose] = useChosenValues()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const query = useAnswer(latestApi.paths, { staleTime: FRESH })
  // The space may call them something else by now.
  useEffect(() => {
    const named = chosen.map((one) => valueOf(query.data?.find(({ path }) => path === one.path) ?? one))
    if (hashKey(named) !== hashKey(chosen)) choose(named)
  }, [query.data, chosen, choose])
  const choices = (query.data ?? [])
    .filter(({ path, is_hidden }) => !is_hidden && chosen.every((one) => one.path !== path))
    .map((one) => ({ id: one.path, name: one.label, value: valueOf(one), device_count: one.device_count }))
  const isFull = chosen.length >= VALUE_COLUMNS_MAX
  const hintOf = () => {
    if (isFull) return translate('devices.history.values.most', { smart_count: VALUE_COLUMNS_MAX })
    return query.data?.length === 0
      ? translate('devices.history.values.none')
      : translate('devices.history.values.hint')
  }
  return (
    <Box sx={{ mt: 2, width: 400, maxWidth: '100%' }}>
      <Typography variant="subtitle2" component="h2">
        {translate('devices.history.values.title')}
      </Typography>
      <FormGroup sx={{ mb: 1.5 }}>
        {chosen.map((value) => (
          <FormControlLabel
            key={value.path}
            title={value.path}
            slotProps={SMALL}
            label={value.label}
            control={
              <Checkbox
                size="small"
                checked
                onChange={() => choose(chosen.filter(({ path }) => path !== value.path))}
              />
            }
          />
        ))}
      </FormGroup>
      <ComboboxField
        label={translate('devices.history.values.add')}
        value={null}
        onChange={({ value }) => choose([...chosen, value])}
        typed={typed}
        onType={setTyped}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        choices={choices}
        detailOf={({ id, name, device_count }) => {
          const devices = translate('devices.history.values.devices', { smart_count: device_count })
          return id === name ? devices : `${id} · ${devices}`
        }}
        isLoading={query.isFetching && !query.data && isOpen}
        {...(query.isError && !query.data && { failure: translate('devices.history.values.failed') })}
        onRetry={() => void query.refetch()}
        hint={hintOf()}
        disabled={isFull}
      />
    </Box>
  )
}
