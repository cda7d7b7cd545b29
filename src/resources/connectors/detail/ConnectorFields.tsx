import { Alert } from '@mui/material'
import { type Connector, formatDuration } from '#contract/connectors'
import { CopyText, Field, FieldList, TagChips, TimeText } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import { retryDelaysOf } from '../retryDelays'
import { Triggers } from '../Triggers'

/** What a connector is. Spec 1, section 2. */
export function ConnectorFields({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const { id, name, created_at, direction, type, triggers, tags } = connector
  const [idLabel, nameLabel] = [translate('connectors.id'), translate('connectors.name')]
  return (
    <>
      {tags.length === 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('connectors.NO_TAGS_CONNECTOR')}
        </Alert>
      )}
      <FieldList>
        <Field label={idLabel}>
          <CopyText value={id} what={idLabel} />
        </Field>
        <Field label={nameLabel}>
          <CopyText value={name} what={nameLabel} />
        </Field>
        <Field label={translate('connectors.created')}>
          <TimeText value={created_at} relative />
        </Field>
        <Field label={translate('connectors.type')}>{translate(`connectors.types.${type}`)}</Field>
        <Field label={translate('connectors.direction')}>
          {translate(`messages.directions.${direction}`)}
        </Field>
        <Field label={translate('connectors.triggersLabel')}>
          {triggers.length > 0 && <Triggers triggers={triggers} />}
        </Field>
        <Field label={translate('connectors.delays.label')}>
          {retryDelaysOf(connector).map(formatDuration).join(', ') || translate('connectors.delays.none')}
        </Field>
        <Field label={translate('connectors.tags')}>{tags.length > 0 && <TagChips tags={tags} />}</Field>
      </FieldList>
    </>
  )
}
