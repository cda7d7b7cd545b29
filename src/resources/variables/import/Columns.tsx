import { Box, Checkbox, FormControlLabel, TextField, Typography } from '@mui/material'
import { useTranslate } from '../texts'
import { CSV_FIELDS, type CsvTable } from './csv'

interface ColumnsProps {
  table: CsvTable
  onChange: (table: CsvTable) => void
  /** Environment of rows without one. */
  environment: string
  onEnvironment: (environment: string) => void
}

/** Shows the field of each column in the file, and lets the person change it. */
export function Columns({ table, onChange, environment, onEnvironment }: ColumnsProps) {
  const translate = useTranslate()
  const { rows, columns, hasHeader } = table
  const assign = (column: number, name: string) => {
    const field = CSV_FIELDS.find((known) => known === name) ?? null
    // A field belongs to only one column.
    const others = columns.map((other) => (other === field ? null : other))
    onChange({ ...table, columns: others.with(column, field) })
  }
  const titleOf = (column: number) =>
    (hasHeader && rows[0]?.cells[column]?.trim()) ||
    translate('variables.import.column', { number: column + 1 })
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, mb: 2, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ mb: 1.5 }}>
        {translate('variables.import.columns')}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(140px, 100%), 1fr))',
        }}
      >
        {columns.map((field, column) => (
          <TextField
            // oxlint-disable-next-line react/no-array-index-key -- a column is identified only by its index
            key={column}
            select
            size="small"
            label={titleOf(column)}
            value={field ?? ''}
            onChange={({ target }) => assign(column, target.value)}
            slotProps={{ select: { native: true } }}
          >
            <option value="">{translate('variables.import.unused')}</option>
            {CSV_FIELDS.map((name) => (
              <option key={name} value={name}>
                {translate(name === 'device' ? 'variables.device' : `variables.fields.${name}`)}
              </option>
            ))}
          </TextField>
        ))}
        <TextField
          size="small"
          label={translate('variables.import.environment')}
          value={environment}
          onChange={({ target }) => onEnvironment(target.value)}
          autoComplete="off"
        />
      </Box>
      <FormControlLabel
        control={
          <Checkbox
            checked={hasHeader}
            onChange={(_event, checked) => onChange({ ...table, hasHeader: checked })}
          />
        }
        label={translate('variables.import.header')}
      />
    </Box>
  )
}
