import { Box, styled, Typography } from '@mui/material'
import { isSimWorking } from '#contract/sims'
import { BodyView } from '../../../components/json'
import { Field, FieldList, StateText } from '../../../components/page'
import type { Column } from '../../../components/table'
import { TableRows } from '../../../components/table/rows/TableRows'
import { msg as word } from '../../../components/words/texts'
import { useTranslateText } from '../../../i18n'
import type { RowStatus, SimRow } from './rows'
import { msg, useTranslate } from './texts'

const Digits = styled('span')({ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' })

/** Both numbers of a SIM. */
function Numbers({ imsi, iccid }: SimRow) {
  return (
    <Digits>
      {imsi && <div>{imsi}</div>}
      {iccid && <div>{iccid}</div>}
    </Digits>
  )
}

/** The state of a SIM: green if it works, otherwise red. Rules, "SIM cards". */
function SimState({ state }: { state: string | null | undefined }) {
  if (!state) return null
  return <StateText tone={isSimWorking(state) ? 'good' : 'bad'}>{state}</StateText>
}

const STATUS_COLORS = { updating: 'text.secondary', success: 'success.main', error: 'error.main' } as const

/** The state of a SIM's change. Rules, "SIM cards". */
function Status({ state, text }: RowStatus) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  return (
    <Box sx={{ color: STATUS_COLORS[state] }}>
      <span>{translate(`admin.sims.status.${state}`)}</span>
      {text && (
        <Typography variant="caption" sx={{ display: 'block' }}>
          {translateText(text)}
        </Typography>
      )}
    </Box>
  )
}

/** Sentence that says why a lookup failed; null if it did not fail. Rules, "SIM cards". */
function useLookupError() {
  const translate = useTranslate()
  const translateText = useTranslateText()
  return ({ lookup, error = '', id }: SimRow): string | null => {
    if (lookup === 'invalid') return translate('admin.sims.errors.format')
    if (lookup === 'notFetched') return translate('admin.sims.errors.notFetched')
    if (lookup === 'failed') return translate('admin.sims.errors.of', { error: translateText(error), id })
    return null
  }
}

/** The change that is being made to a SIM, or the result of its lookup. */
function Result({ row }: { row: SimRow }) {
  const translate = useTranslate()
  const error = useLookupError()(row)
  const { lookup, status, failure } = row
  if (status) return <Status state={status} text={failure} />
  if (error) return <Box sx={{ color: 'error.main' }}>{error}</Box>
  if (lookup === 'waiting' || lookup === 'stopped')
    return <Box sx={{ color: 'text.secondary' }}>{translate(`admin.sims.rows.${lookup}`)}</Box>
  return null
}

const columns: Column<SimRow>[] = [
  {
    id: 'id',
    label: msg('admin.sims.rows.id'),
    cell: ({ id }) => <Digits>{id}</Digits>,
    sortBy: 'id',
    primary: true,
    width: 176,
  },
  { id: 'numbers', label: msg('admin.sims.rows.numbers'), cell: Numbers, width: 180, dropPriority: 2 },
  {
    id: 'state',
    label: word('words.sim.state'),
    cell: ({ state }) => <SimState state={state} />,
    sortBy: 'state',
    width: 152,
  },
  {
    id: 'profile',
    label: word('words.sim.profile'),
    cell: ({ profile }) => profile,
    sortBy: 'profile',
    width: 204,
  },
  {
    id: 'attr1',
    label: word('words.sim.attr1'),
    cell: ({ attr1 }) => attr1,
    sortBy: 'attr1',
    dropPriority: 4,
  },
  {
    id: 'attr2',
    label: word('words.sim.attr2'),
    cell: ({ attr2 }) => attr2,
    sortBy: 'attr2',
    dropPriority: 3,
  },
  { id: 'apn', label: msg('admin.sims.rows.apn'), cell: ({ apn }) => apn, sortBy: 'apn', dropPriority: 1 },
  {
    id: 'result',
    label: msg('admin.sims.rows.result'),
    cell: (row) => <Result row={row} />,
    sortBy: 'lookup',
    width: 180,
  },
]

/** One value of the info; a nested one is shown as a tree. */
function InfoValue({ name, value }: { name: string; value: unknown }) {
  if (typeof value === 'object' && value !== null)
    return <BodyView text={JSON.stringify(value)} label={name} compact />
  if (typeof value === 'boolean') return <>{String(value)}</>
  return <>{typeof value === 'string' || typeof value === 'number' ? value : null}</>
}

/** What else the provider knows about a SIM. Rules, "SIM cards". */
function Info({ sim }: SimRow) {
  const translate = useTranslate()
  if (!sim) return <span>{translate('admin.sims.rows.notFound')}</span>
  const entries = Object.entries(sim.info)
  if (entries.length === 0) return <span>{translate('admin.sims.rows.noInfo')}</span>
  return (
    <Box component="section" aria-label={translate('admin.sims.rows.info')}>
      <Typography variant="subtitle2" sx={{ mb: 1 }}>
        {translate('admin.sims.rows.info')}
      </Typography>
      <FieldList>
        {entries.map(([name, value]) => (
          <Field key={name} label={name} wide={typeof value === 'object' && value !== null}>
            {value === null ? null : <InfoValue name={name} value={value} />}
          </Field>
        ))}
      </FieldList>
    </Box>
  )
}

const rowLabel = ({ id }: SimRow) => id
const expand = (row: SimRow) => <Info {...row} />

const Frame = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.paper,
  [theme.breakpoints.up('md')]: {
    display: 'flex',
    flexDirection: 'column',
    maxHeight: 'max(420px, calc(100dvh - 240px))',
    '& > div': { display: 'flex', flexDirection: 'column', minHeight: 0 },
  },
}))

/** The rows of the list context. */
export function SimTable() {
  const translate = useTranslate()
  return (
    <Frame>
      <TableRows<SimRow>
        title={translate('admin.sims.rows.title')}
        columns={columns}
        expand={expand}
        rowLabel={rowLabel}
        selectable
      />
    </Frame>
  )
}
