import { Box, Button, DialogActions, Divider, Drawer, Typography } from '@mui/material'
import { useId } from 'react'
import { useListContext } from 'react-admin'
import { useConfig } from '../../../config'
import { useTranslate } from '../../../i18n/translate'
import { TOUCH_SIZE } from '../../../theme/theme'
import { ApiButton } from '../../snippets/ApiButton'
import type { FilterableColumn } from '../address'
import { NativeSelect } from '../inputs'
import type { Column } from '../types'
import { useFilters, useLabelOf, useTable } from '../useTable'
import { FilterField } from './FilterPopover'
import { usePendingFields } from './PendingPopover'
import { PendingContext } from './pending'

interface FilterSheetProps {
  columns: readonly Column<never>[]
  onClose: () => void
}

/** Sort field and order. If the default sort has no column, it shows as a dash. */
function SortFields({ columns }: Pick<FilterSheetProps, 'columns'>) {
  const translate = useTranslate()
  const { sort, setSort } = useListContext()
  const labelOf = useLabelOf()
  const options = columns.flatMap((column) =>
    column.sortBy ? [{ value: column.sortBy, text: labelOf(column) }] : [],
  )
  if (options.length === 0) return null
  if (!options.some(({ value }) => value === sort.field)) options.unshift({ value: sort.field, text: '–' })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <NativeSelect
        label={translate('table.sort.label')}
        value={sort.field}
        options={options}
        onChange={(field) => setSort({ field, order: sort.order })}
      />
      <NativeSelect
        label={translate('table.sort.order')}
        value={sort.order}
        options={[
          { value: 'ASC', text: translate('table.sort.ascending') },
          { value: 'DESC', text: translate('table.sort.descending') },
        ]}
        onChange={(order) => setSort({ field: sort.field, order })}
      />
    </Box>
  )
}

/** Filters and sorting of the cards, below 1024 px. */
export default function FilterSheet({ columns, onClose }: FilterSheetProps) {
  const translate = useTranslate()
  const { filters } = useTable()
  const { capabilities } = useConfig()
  const { values, active, change, clearAll } = useFilters()
  const titleId = useId()
  const isOffered = ({ filter: { source, replacedBy } }: FilterableColumn) =>
    replacedBy === undefined || !capabilities.includes(replacedBy) || values[source] !== undefined
  const { fields, close } = usePendingFields(change, onClose)
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={() => close({ isDone: false })}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { maxHeight: '90dvh', borderRadius: '16px 16px 0 0' },
        },
      }}
    >
      <Box
        sx={{
          p: 2,
          display: 'flex',
          flexDirection: 'column',
          gap: 2,
          overflow: 'auto',
          // There is room for hints below their fields.
          '& section [role=status] > p': { position: 'static', width: 'fit-content' },
          '& label': { minHeight: TOUCH_SIZE },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography variant="h2" id={titleId}>
            {translate('table.filter.sheet')}
          </Typography>
          <ApiButton />
        </Box>
        <SortFields columns={columns} />
        <PendingContext value={fields}>
          {filters.filter(isOffered).map(({ label, filter }) => (
            <section key={filter.source}>
              <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
                {translate(label)}
              </Typography>
              <FilterField label={label} filter={filter} />
            </section>
          ))}
        </PendingContext>
      </Box>
      <Divider />
      <DialogActions>
        {active.length > 0 && <Button onClick={clearAll}>{translate('table.filter.clearAll')}</Button>}
        <Button variant="contained" onClick={() => close({ isDone: true })}>
          {translate('table.filter.done')}
        </Button>
      </DialogActions>
    </Drawer>
  )
}
