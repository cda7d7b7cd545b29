import type { Alert } from '#contract/alerts'
import { TimeText } from '../page'
import type { Column } from '../table'
import { AlertState, FlappingText, Lasting, SubjectLinks, Worst } from './cells'
import { beganAt } from './episodes'
import { msg } from './texts'

/** Columns that every list of alerts has. */
export const alertColumns = {
  state: {
    id: 'state',
    label: msg('alerts.state'),
    cell: (alert) => (
      <>
        <AlertState alert={alert} /> <FlappingText of={alert} />
      </>
    ),
    card: 'title',
    width: 120,
  },
  since: {
    id: 'since',
    label: msg('alerts.since'),
    cell: (alert) => <TimeText value={beganAt(alert)} />,
    width: 124,
    dropPriority: 1,
  },
  lasting: {
    id: 'lasting',
    label: msg('alerts.lasting'),
    cell: (alert) => <Lasting from={beganAt(alert)} until={alert.ended_at} />,
    card: 'line',
    width: 120,
  },
  about: {
    id: 'about',
    label: msg('alerts.about'),
    cell: (alert) => <SubjectLinks alert={alert} />,
    width: 140,
  },
  worst: {
    id: 'worst',
    label: msg('alerts.worst'),
    cell: (alert) => <Worst alert={alert} />,
    card: 'line',
    align: 'right',
    width: 96,
    dropPriority: 2,
  },
} satisfies Record<string, Column<Alert>>
