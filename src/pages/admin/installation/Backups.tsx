import type { Installation } from '#contract/admin'
import { Field, FieldList, Section, TimeText } from '../../../components/page'
import { useTranslate } from '../texts'
import { useFormats } from './format'

/** The last good backup, and whether one is made every day. */
export function Backups({ is_nightly, last }: NonNullable<Installation['backup']>) {
  const translate = useTranslate()
  const { bytes } = useFormats()
  return (
    <Section title={translate('admin.backups.title')}>
      <FieldList>
        <Field label={translate('admin.backups.last')}>
          {last === null ? translate('admin.backups.none') : <TimeText value={last.created_at} relative />}
        </Field>
        {last && <Field label={translate('admin.backups.size')}>{bytes(last.size)}</Field>}
        {last && (
          <Field label={translate('admin.backups.checked')}>
            {last.checked_at === null ? (
              translate('admin.backups.unchecked')
            ) : (
              <TimeText value={last.checked_at} relative />
            )}
          </Field>
        )}
        <Field label={translate('admin.backups.nightly')}>
          {translate(is_nightly ? 'admin.backups.on' : 'admin.backups.off')}
        </Field>
      </FieldList>
    </Section>
  )
}
