import TakeBackIcon from '@mui/icons-material/Close'
import UndoIcon from '@mui/icons-material/Undo'
import { Box, IconButton, styled, TextField } from '@mui/material'
import { type Configuration, SETTING_VALUE_MAX_LENGTH } from '#contract/configuration'
import { MONOSPACE } from '../../../components/json/PlainText'
import { StateText } from '../../../components/page'
import type { SettingRow } from './edits'
import { useTranslate } from './texts'

const Rows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr) 40px',
    columnGap: theme.spacing(2),
    rowGap: theme.spacing(0.5),
    alignItems: 'center',
    minHeight: 48,
    paddingBlock: theme.spacing(0.5),
    borderBottom: `1px solid ${theme.palette.divider}`,
    fontSize: '0.875rem',
    overflowWrap: 'anywhere',
    [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 40px' },
  },
  code: { fontFamily: MONOSPACE, fontSize: '0.8125rem' },
  small: { color: theme.palette.text.secondary, fontSize: '0.75rem', display: 'block' },
}))

const Name = styled('div')(({ theme }) => ({
  [theme.breakpoints.down('sm')]: { gridColumn: '1 / -1' },
}))

interface SettingItemProps {
  row: SettingRow
  state: Configuration['state']
  canWish: boolean
  onWish: (name: string, value: string | null) => void
}

function WishInput({ row: { name, wished, edit }, onWish }: Pick<SettingItemProps, 'row' | 'onWish'>) {
  const translate = useTranslate()
  const isTakenBack = edit?.value === null
  return (
    <TextField
      size="small"
      fullWidth
      value={edit ? (edit.value ?? '') : (wished ?? '')}
      onChange={({ target }) => onWish(name, target.value)}
      helperText={isTakenBack ? translate('devices.configuration.takenBack') : undefined}
      slotProps={{
        htmlInput: {
          'aria-label': translate('devices.configuration.wishOf', { name }),
          maxLength: SETTING_VALUE_MAX_LENGTH,
          spellCheck: false,
          autoCapitalize: 'off',
          autoComplete: 'off',
          style: { fontFamily: MONOSPACE, fontSize: '0.8125rem' },
        },
      }}
    />
  )
}

/** Takes a wish back, or undoes its change. */
function WishButton({ row: { name, wished, edit }, onWish }: Pick<SettingItemProps, 'row' | 'onWish'>) {
  const translate = useTranslate()
  if (!edit && wished === null) return null
  const label = translate(`devices.configuration.${edit ? 'undo' : 'takeBack'}`, { name })
  return (
    <IconButton
      size="small"
      aria-label={label}
      title={label}
      onClick={() => onWish(name, edit ? wished : null)}
    >
      {edit ? <UndoIcon fontSize="small" /> : <TakeBackIcon fontSize="small" />}
    </IconButton>
  )
}

function SettingItem({ row, state, canWish, onWish }: SettingItemProps) {
  const translate = useTranslate()
  const { name, reported, wished, isDifferent } = row
  return (
    <li>
      <Name>
        <code>{name}</code>
      </Name>
      <div>
        <small>{translate('devices.configuration.reported')}</small>
        {reported === null ? (
          <span>{translate('devices.configuration.notReported')}</span>
        ) : isDifferent ? (
          <StateText tone={state === 'waiting' ? 'waiting' : 'warning'}>
            <code>{reported}</code>
          </StateText>
        ) : (
          <code>{reported}</code>
        )}
      </div>
      <Box sx={{ minWidth: 0 }}>
        <small>{translate('devices.configuration.wished')}</small>
        {canWish ? <WishInput row={row} onWish={onWish} /> : <code>{wished ?? '–'}</code>}
      </Box>
      <div>{canWish && <WishButton row={row} onWish={onWish} />}</div>
    </li>
  )
}

interface SettingListProps extends Omit<SettingItemProps, 'row'> {
  rows: readonly SettingRow[]
}

/** Settings, each with what the device has reported and what is wished. */
export function SettingList({ rows, ...item }: SettingListProps) {
  const translate = useTranslate()
  return (
    <Rows aria-label={translate('devices.configuration.list')}>
      {rows.map((row) => (
        <SettingItem key={row.name} row={row} {...item} />
      ))}
    </Rows>
  )
}
