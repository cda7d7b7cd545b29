import {
  Link,
  type SxProps,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  type Theme,
  Typography,
} from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { Link as RouterLink } from 'react-router-dom'
import { overviewApi, type TroubledSpace } from '#contract/overview'
import { spaceAddresses } from '../../addresses'
import { Loaded, Section } from '../../components/page'
import { useAnswer } from '../../dataProvider/answers'
import { useNumberText } from '../../numbers'
import { useTranslate } from './texts'

/** Milliseconds between two polls; a hidden page does not poll. */
const REFRESH_EVERY = 60_000

const COLUMNS = ['silent', 'late', 'failing', 'not_delivered'] as const

/** On a phone each space is a block: its name, then each number with its label. */
const table: SxProps<Theme> = ({ breakpoints }) => ({
  '.MuiTableCell-root': { '&:first-of-type': { pl: 0 }, '&:last-of-type': { pr: 0 } },
  'tbody tr:last-of-type .MuiTableCell-root': { borderBottom: 0 },
  [breakpoints.down('sm')]: {
    thead: visuallyHidden,
    'tbody tr': { display: 'block', py: 1, borderBottom: 1, borderColor: 'divider' },
    'tbody .MuiTableCell-root': {
      display: 'flex',
      flexDirection: 'row',
      justifyContent: 'space-between',
      gap: 2,
      px: 0,
      py: 0.25,
      border: 0,
      '&::before': { content: 'attr(data-label)', color: 'text.secondary' },
      '&:not([data-label])::before': { content: 'none' },
    },
  },
})

/** Address of the list that a number counts. */
function addressOf({ id }: TroubledSpace, column: (typeof COLUMNS)[number]): string {
  const at = spaceAddresses(id)
  return column === 'silent' || column === 'late'
    ? at.list('devices', { filter: { state: [column] } })
    : at.list('connectors')
}

/** The spaces that need attention, polled each minute. */
export const useTroubledSpaces = (enabled: boolean) =>
  useAnswer(overviewApi.spaces, { enabled, refetchInterval: REFRESH_EVERY })

/** The spaces that need attention; each number links to the list that it counts. */
export function TroubledSpaces({ query }: { query: ReturnType<typeof useTroubledSpaces> }) {
  const translate = useTranslate()
  const number = useNumberText()
  return (
    <Section title={translate('admin.troubled.title')}>
      <Loaded query={query}>
        {(spaces) =>
          spaces.length === 0 ? (
            <Typography>{translate('admin.troubled.none')}</Typography>
          ) : (
            <Table
              size="small"
              // With `display: block`, a browser would not expose the table role.
              role="table"
              aria-label={translate('admin.troubled.title')}
              sx={table}
            >
              <TableHead>
                <TableRow role="row">
                  <TableCell role="columnheader">{translate('admin.troubled.space')}</TableCell>
                  {COLUMNS.map((column) => (
                    <TableCell key={column} role="columnheader" align="right">
                      {translate(`admin.troubled.${column}`)}
                    </TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {spaces.map((space) => (
                  <TableRow key={space.id} role="row">
                    <TableCell component="th" role="rowheader" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                      <Link component={RouterLink} to={spaceAddresses(space.id).overview()}>
                        {space.name}
                      </Link>
                    </TableCell>
                    {COLUMNS.map((column) => (
                      <TableCell
                        key={column}
                        role="cell"
                        align="right"
                        data-label={translate(`admin.troubled.${column}`)}
                      >
                        {space[column] === 0 ? (
                          0
                        ) : (
                          <Link
                            component={RouterLink}
                            to={addressOf(space, column)}
                            aria-label={`${space.name}, ${translate(`admin.troubled.${column}`)}: ${number(space[column])}`}
                          >
                            {number(space[column])}
                          </Link>
                        )}
                      </TableCell>
                    ))}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          )
        }
      </Loaded>
    </Section>
  )
}
