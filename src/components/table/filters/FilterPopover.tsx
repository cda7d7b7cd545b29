import SearchIcon from '@mui/icons-material/Search'
import {
  Box,
  Checkbox,
  CircularProgress,
  FormControlLabel,
  Radio,
  RadioGroup,
  TextField,
  Typography,
} from '@mui/material'
import { Fragment, Suspense, useId, useState } from 'react'
import { foldText } from '#contract/common'
import { type MessageKey, useTranslate } from '../../../i18n/translate'
import type { DialogPopoverProps } from '../../dialog/DialogPopover'
import { lazyPart } from '../../lazyPart'
import { Swatch } from '../../value/TagChips'
import { type FilterableColumn, readChoices } from '../address'
import { readRange } from '../dates/ranges'
import type { Choice, FilterOf } from '../types'
import { useChoicesOf, useFilters } from '../useTable'
import { PendingPopover } from './PendingPopover'
import { TextFilter } from './TextFilter'

const DateRangePicker = lazyPart(() => import('../dates/DateRangePicker'))

const SMALL = { typography: { variant: 'body2' } } as const

/** Number of choices from which there is a search field. */
const SEARCH_FROM = 8

/** A value that shows a person's choice at once, before it is in the address, and otherwise follows the address. */
function useLocalValue<Value>(applied: Value) {
  const key = JSON.stringify(applied)
  const [local, setLocal] = useState({ key, value: applied })
  if (local.key !== key) setLocal({ key, value: applied })
  const set = (value: Value) => setLocal({ key, value })
  return [local.key === key ? local.value : applied, set] as const
}

/** Selects whether any or all chosen values must match. */
function Logic({ source, disabled }: { source: string; disabled: boolean }) {
  const translate = useTranslate()
  const { values, change } = useFilters()
  const [logic, setLogic] = useLocalValue(values[source] === 'all' ? 'all' : 'any')
  const labelId = useId()
  return (
    <Box sx={{ mb: 1 }}>
      <Typography id={labelId} variant="body2" color="text.secondary">
        {translate('table.filter.logic')}
      </Typography>
      <RadioGroup
        row
        aria-labelledby={labelId}
        value={logic}
        onChange={(_event, chosen) => {
          setLogic(chosen)
          change({ [source]: chosen === 'all' ? chosen : undefined })
        }}
      >
        {(['any', 'all'] as const).map((choice) => (
          <FormControlLabel
            slotProps={SMALL}
            key={choice}
            value={choice}
            disabled={disabled}
            label={translate(`table.filter.${choice}`)}
            control={<Radio size="small" />}
          />
        ))}
      </RadioGroup>
    </Box>
  )
}

/** Choices by group name; those without a group form one. */
function groupsOf(choices: readonly Choice[]) {
  const groups = new Map<string, Choice[]>()
  for (const choice of choices) {
    const group = choice.group ?? ''
    groups.set(group, [...(groups.get(group) ?? []), choice])
  }
  return Array.from(groups, ([group, members]) => ({ group, members }))
}

interface GroupBoxProps {
  members: readonly Choice[]
  chosen: readonly string[]
  onToggle: () => void
}

/** Selects all choices of a group, or none. */
function GroupBox({ members, chosen, onToggle, ...label }: GroupBoxProps) {
  const count = members.filter(({ id }) => chosen.includes(id)).length
  const all = count === members.length
  return (
    <Checkbox {...label} size="small" checked={all} indeterminate={count > 0 && !all} onChange={onToggle} />
  )
}

/** Choices of a multiselect filter; each click applies. */
function ChoicesField({ label, filter }: { label: MessageKey; filter: FilterOf<'multiselect'> }) {
  const translate = useTranslate()
  const { values, change, clear } = useFilters()
  const choices = useChoicesOf(filter)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useLocalValue(readChoices(values[filter.source]) ?? [])
  const choose = (next: string[]) => {
    setChosen(next)
    if (next.length === 0) clear(filter)
    else change({ [filter.source]: next })
  }
  const toggle = ({ id }: Choice) => {
    choose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  }
  const toggleGroup = (members: readonly Choice[]) => {
    const ids = members.map(({ id }) => id)
    const others = chosen.filter((id) => !ids.includes(id))
    choose(ids.every((id) => chosen.includes(id)) ? others : [...others, ...ids])
  }
  const found = choices?.filter(({ name, group = '' }) =>
    [name, group].some((text) => foldText(text).includes(foldText(search.trim()))),
  )
  return (
    <div role="group" aria-label={translate(label)}>
      {choices && choices.length >= SEARCH_FROM && (
        <TextField
          size="small"
          fullWidth
          value={search}
          placeholder={translate('table.filter.search')}
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{
            htmlInput: { 'aria-label': translate('table.filter.search') },
            input: { startAdornment: <SearchIcon fontSize="small" color="action" sx={{ mr: 1 }} /> },
          }}
          sx={{ mb: 1 }}
        />
      )}
      {filter.logicSource && <Logic source={filter.logicSource} disabled={chosen.length < 2} />}
      <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: 320, overflow: 'auto' }}>
        {groupsOf(found ?? []).map(({ group, members }) => (
          <Fragment key={group}>
            {group !== '' && (
              <FormControlLabel
                slotProps={SMALL}
                sx={{ mr: 0, '& .MuiTypography-root': { fontWeight: 600 } }}
                label={group}
                control={<GroupBox members={members} chosen={chosen} onToggle={() => toggleGroup(members)} />}
              />
            )}
            {members.map((choice) => (
              <FormControlLabel
                slotProps={SMALL}
                key={choice.id}
                sx={{ mr: 0, ml: group === '' ? undefined : 1.5 }}
                label={
                  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                    {choice.color && <Swatch color={choice.color} />}
                    {choice.name}
                  </Box>
                }
                control={
                  <Checkbox
                    size="small"
                    checked={chosen.includes(choice.id)}
                    onChange={() => toggle(choice)}
                  />
                }
              />
            ))}
          </Fragment>
        ))}
      </Box>
      <Typography role="status" variant="body2" color="text.secondary">
        {!choices && <span>{translate('table.loading')}</span>}
        {found?.length === 0 && <span>{translate('table.filter.nothingFound')}</span>}
      </Typography>
    </div>
  )
}

/** The field of a filter by record. */
function RecordField({
  label,
  filter,
  onDone,
}: { label: MessageKey; filter: FilterOf<'record'> } & Pick<FilterFieldProps, 'onDone'>) {
  const translate = useTranslate()
  const { values, change, clear } = useFilters()
  const value = values[filter.source]
  return (
    <Suspense fallback={<CircularProgress size={24} />}>
      <filter.Field
        label={translate(label)}
        value={typeof value === 'string' ? value : undefined}
        onChange={(id) => {
          if (id === undefined) clear(filter)
          else change({ [filter.source]: id })
          onDone?.()
        }}
      />
    </Suspense>
  )
}

interface FilterFieldProps extends Pick<FilterableColumn, 'label' | 'filter'> {
  /** Called when a person has applied or cleared a range. */
  onDone?: () => void
}

/** The input of any filter. */
export function FilterField({ label, filter, onDone }: FilterFieldProps) {
  const { values, effective, change } = useFilters()
  if (filter.kind === 'text') return <TextFilter label={label} filter={filter} />
  if (filter.kind === 'multiselect') return <ChoicesField label={label} filter={filter} />
  if (filter.kind === 'conditions')
    return (
      <Suspense fallback={<CircularProgress size={24} />}>
        <filter.Field
          source={filter.source}
          value={readChoices(values[filter.source]) ?? []}
          onChange={(conditions) =>
            change({ [filter.source]: conditions.length > 0 ? conditions : undefined })
          }
          onDone={onDone}
        />
      </Suspense>
    )
  if (filter.kind === 'record') return <RecordField label={label} filter={filter} onDone={onDone} />
  return (
    <Suspense fallback={<CircularProgress size={24} />}>
      <DateRangePicker
        applied={readRange(effective[filter.source])}
        isFallback={values[filter.source] === undefined}
        source={filter.source}
        needsBoth={filter.needsBoth}
        onApply={(range) => {
          change({ [filter.source]: range })
          onDone?.()
        }}
      />
    </Suspense>
  )
}

type FilterPopoverProps = Omit<FilterFieldProps, 'onDone'> & Pick<DialogPopoverProps, 'anchor' | 'onClose'>

/** The input of a filter in a popover. */
export default function FilterPopover({ anchor, onClose, ...field }: FilterPopoverProps) {
  const label = useTranslate()(field.label)
  const { change } = useFilters()
  return (
    <PendingPopover
      {...{ anchor, label, onClose }}
      minWidth={field.filter.kind === 'record' ? 340 : 260}
      onApply={change}
    >
      <FilterField {...field} onDone={onClose} />
    </PendingPopover>
  )
}
