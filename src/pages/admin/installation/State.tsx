import { Link, styled } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Installation } from '#contract/admin'
import { addresses } from '../../../addresses'
import { Section, StateText, type Tone, useNow } from '../../../components/page'
import { useTranslate } from '../texts'
import { AREAS, type Area, type Finding, findingsOf } from './findings'
import { useFormats } from './format'

const REDRAW_EVERY = 15_000

const TONES = { error: 'bad', warning: 'warning', info: 'none' } as const satisfies Record<
  Finding['severity'],
  Tone
>

const Lines = styled('ul')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  display: 'grid',
  gap: theme.spacing(1),
  overflowWrap: 'anywhere',
  '.finding': {
    display: 'grid',
    gridTemplateColumns: '168px minmax(0, 1fr)',
    columnGap: theme.spacing(2),
    [theme.breakpoints.down('sm')]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      '& > :last-child': { paddingLeft: 18 },
    },
  },
  ul: {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: theme.spacing(3),
    rowGap: theme.spacing(1),
  },
}))

/** Page that shows an area and lets administrators manage it. */
const addressOf = (area: Area) =>
  area === 'devices' ? addresses.adminDevices : `${addresses.admin}?tab=server`

/** An area that the server lacks, or does not report, is not listed as fine. */
const isReported = ({ history, resources }: Installation, area: Area): boolean => {
  if (area === 'histories') return Boolean(history)
  return (area !== 'disk' && area !== 'connections') || resources.some(({ name }) => name === area)
}

function AreaLink({ area, tone }: { area: Area; tone: Tone }) {
  return (
    <StateText tone={tone}>
      <Link component={RouterLink} to={addressOf(area)} color="inherit" underline="hover">
        {useTranslate()(`admin.state.areas.${area}`)}
      </Link>
    </StateText>
  )
}

/** Problems first, each with its sentence; then one line of what is fine. */
export function State({ installation }: { installation: Installation }) {
  const translate = useTranslate()
  const findings = findingsOf(installation, useNow(REDRAW_EVERY), useFormats())
  const found = new Set(findings.map(({ area }) => area))
  const fine = AREAS.filter((area) => !found.has(area) && isReported(installation, area))
  const title = translate('admin.state.title')
  return (
    <Section title={title}>
      <Lines aria-label={title}>
        {findings.every(({ severity }) => severity === 'info') && (
          <li>
            <StateText tone="good">{translate('admin.state.fine')}</StateText>
          </li>
        )}
        {findings.map(({ area, severity, text, values }) => (
          <li key={text} className="finding">
            <AreaLink area={area} tone={TONES[severity]} />
            <span>{translate(text, values)}</span>
          </li>
        ))}
        <li>
          <ul aria-label={translate('admin.state.fineAreas')}>
            {fine.map((area) => (
              <li key={area}>
                <AreaLink area={area} tone="good" />
              </li>
            ))}
          </ul>
        </li>
      </Lines>
    </Section>
  )
}
