import { styled, Typography } from '@mui/material'
import { Link } from 'react-router-dom'
import type { DeviceState } from '#contract/devices'
import type { Overview } from '#contract/overview'
import { StateText, type Tone } from '../../components/page'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useNumberText } from '../../numbers'
import { useTranslate } from './texts'

/** In the order of importance. */
const TONES = { silent: 'bad', late: 'warning', on_time: 'good', never: 'none' } as const satisfies Record<
  DeviceState,
  Tone
>
const STATES = ['silent', 'late', 'on_time', 'never'] as const satisfies readonly DeviceState[]

const Tiles = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  gap: theme.spacing(2),
  margin: theme.spacing(0, 0, 3),
  padding: 0,
  listStyle: 'none',
  'a, .outline': {
    display: 'block',
    height: '100%',
    boxSizing: 'border-box',
    padding: theme.spacing(2),
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
    backgroundColor: theme.palette.background.paper,
    color: 'inherit',
    textDecoration: 'none',
    '&:hover': { borderColor: theme.palette.edge },
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  },
  '.number': {
    display: 'block',
    fontSize: '2.5rem',
    fontWeight: 600,
    lineHeight: 1.1,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
  '.zero': { color: theme.palette.text.secondary },
}))

/** Placeholder of the numbers. */
export const StatesOutline = () => (
  <Tiles>
    {STATES.map((state) => (
      <li key={state} className="outline">
        <span className="number">&nbsp;</span>
        <Typography component="span" variant="body2">
          &nbsp;
        </Typography>
      </li>
    ))}
  </Tiles>
)

/** Number of devices in each state. Each number links to its devices. */
export function States({ states }: Pick<Overview, 'states'>) {
  const translate = useTranslate()
  const number = useNumberText()
  const addresses = useAddresses()
  return (
    <Tiles aria-label={translate('overview.states.title')}>
      {STATES.map((state) => [state, states[state] ?? 0] as const).map(([state, count]) => (
        <li key={state}>
          <Link
            to={addresses.list('devices', { filter: { state: [state] } })}
            aria-label={`${translate(`overview.states.${state}`)}: ${number(count)}`}
          >
            <span className={count > 0 ? 'number' : 'number zero'}>{number(count)}</span>
            <Typography component="span" variant="body2" color="text.secondary">
              <StateText tone={count > 0 ? TONES[state] : 'none'}>
                {translate(`overview.states.${state}`)}
              </StateText>
            </Typography>
          </Link>
        </li>
      ))}
    </Tiles>
  )
}
