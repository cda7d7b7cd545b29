import { Link } from '@mui/material'
import { WithRecord } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Alert } from '#contract/alerts'
import { MUTES_CAPABILITY } from '#contract/alerts/capability'
import { AcknowledgeMainButton, AssignButton } from '../../components/alerts/AcknowledgeButton'
import { AlertState, FlappingText, Lasting, Worst } from '../../components/alerts/cells'
import { assigneeOf, beganAt } from '../../components/alerts/episodes'
import { MutedBy } from '../../components/alerts/mutes/MutedBy'
import { Sentence } from '../../components/alerts/Sentence'
import { isMutable, SnoozeButton } from '../../components/alerts/SnoozeButton'
import { useTranslate } from '../../components/alerts/texts'
import { Field, FieldList, Section, TimeText } from '../../components/page'
import { RecordPage } from '../../components/resource/RecordPage'
import { useCapability } from '../../config'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { AlertChart } from './AlertChart'
import { Notes } from './Notes'
import { Notified } from './Notified'
import { POLL, Subjects, useCounted } from './Subjects'

function RuleLink({ alert: { rule_id, rule_name } }: { alert: Alert }) {
  return (
    <Link component={RouterLink} to={useAddresses().record('alert-rules', rule_id)}>
      {rule_name}
    </Link>
  )
}

function AlertShow({ alert }: { alert: Alert }) {
  const translate = useTranslate()
  const { opened_at, ended_at, acknowledged_at, acknowledged_by, open_count } = alert
  const since = beganAt(alert)
  const assignee = assigneeOf(alert)
  const isOpen = ended_at === null
  const counted = useCounted()
  return (
    <>
      <Section title={translate('alerts.details')}>
        <FieldList>
          <Field label={translate('alerts.state')}>
            <AlertState alert={alert} />
          </Field>
          <Field label={translate('alerts.rule')}>
            <RuleLink alert={alert} />
          </Field>
          <Field label={translate('alerts.condition')} wide>
            <Sentence condition={alert.condition} />
          </Field>
          <Field label={translate('alerts.since')}>
            <TimeText value={since} relative />
          </Field>
          <Field label={translate('alerts.opened')}>
            <TimeText value={opened_at} relative />
          </Field>
          {!isOpen && (
            <Field label={translate('alerts.ended')}>
              <TimeText value={ended_at} relative />
            </Field>
          )}
          <Field label={translate(isOpen ? 'alerts.lasting' : 'alerts.lasted')}>
            <Lasting from={since} until={ended_at} />
          </Field>
          <Field label={translate('alerts.about')}>
            {[counted(alert), isOpen && translate('alerts.openCount', { smart_count: open_count })]
              .filter(Boolean)
              .join(', ')}
          </Field>
          {alert.flapping !== null && (
            <Field label={translate('alerts.flapping')} wide>
              <FlappingText of={alert} /> {translate('alerts.flappingHint')}
            </Field>
          )}
          {alert.worst !== null && (
            <Field label={translate('alerts.worst')}>
              <Worst alert={alert} />
            </Field>
          )}
          {alert.mutes.length > 0 && (
            <Field label={translate(alert.is_partly_muted ? 'alerts.someMuted' : 'alerts.muted')}>
              <MutedBy mutes={alert.mutes} />
            </Field>
          )}
          {acknowledged_at !== null && (
            <Field label={translate('alerts.assigned')}>
              <span>{assignee ?? translate('alerts.someone')}</span>
              {acknowledged_by !== null && acknowledged_by !== assignee && (
                <span>{`, ${translate('alerts.assignedBy', { by: acknowledged_by })}`}</span>
              )}
              <span>{', '}</span>
              <TimeText value={acknowledged_at} relative />
            </Field>
          )}
        </FieldList>
      </Section>
      <AlertChart alert={alert} />
      <Notified alert={alert} />
      <Notes alert={alert} />
      <Subjects alert={alert} />
    </>
  )
}

/** One alert: its devices or connectors, and its history. Rules, "Alerts". */
export default function AlertPage() {
  const hasMutes = useCapability(MUTES_CAPABILITY)
  return (
    <RecordPage
      queryOptions={POLL}
      actions={
        <WithRecord<Alert>
          render={(alert) => (
            <>
              {hasMutes && alert.ended_at === null && isMutable(alert) && <SnoozeButton alert={alert} />}
              <AcknowledgeMainButton key={alert.id} alert={alert} />
              <AssignButton alert={alert} />
            </>
          )}
        />
      }
      show={<WithRecord<Alert> render={(alert) => <AlertShow alert={alert} />} />}
    />
  )
}
