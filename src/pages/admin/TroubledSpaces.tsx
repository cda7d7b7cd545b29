import { Link, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { overviewApi, type TroubledSpace } from '#contract/overview'
import { spaceAddresses } from '../../addresses'
import { Loaded, Section } from '../../components/page'
import { useAnswer } from '../../dataProvider/calls'
import { useNumberText } from '../../numbers'
import { useTranslate } from './texts'

/** Milliseconds between two readings. A hidden page makes none. */
const REFRESH_EVERY = 60_000

const COLUMNS = ['silent', 'late', 'failing', 'not_delivered'] as const

/** Where what a number counts is. */
function addressOf({ id }: TroubledSpace, column: (typeof COLUMNS)[number]): string {
  const at = spaceAddresses(id)
  return column === 'silent' || column === 'late'
    ? at.list('devices', { filter: { state: [column] } })
    : at.list('connectors')
}

/** The spaces where something needs attention; each number leads to what it counts. */
export function TroubledSpaces() {
  const translate = useTranslate()
  const number = useNumberText()
  const query = useAnswer(overviewApi.spaces, { refetchInterval: REFRESH_EVERY })
  return (
    <Section title={translate('admin.troubled.title')}>
      <Loaded query={query}>
        {(spaces) =>
          spaces.length === 0 ? (
            <Typography>{translate('admin.troubled.none')}</Typography>
          ) : (
            <Table
              size="small"
              aria-label={translate('admin.troubled.title')}
              sx={{ '.MuiTableCell-root': { px: { xs: 0.5, sm: 2 } } }}
            >
              <TableHead>
                <TableRow>
                  <TableCell>{translate('admin.troubled.space')}</TableCell>
                  {COLUMNS.map((column) => (
                    <TableCell key={column} align="right">
                      {translate(`admin.troubled.${column}`)}
                    </TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {spaces.map((space) => (
                  <TableRow key={space.id}>
                    <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                      <Link component={RouterLink} to={spaceAddresses(space.id).overview()}>
                        {space.name}
                      </Link>
                    </TableCell>
                    {COLUMNS.map((column) => (
                      <TableCell key={column} align="right">
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
