import type { Installation } from '#contract/admin'
import { Field, FieldList, Section, TimeText } from '../../../components/page'
import { useTranslate } from '../texts'

/** Whether messages are archived before they are dropped, and when the archive last had all of them. */
export function Archive({ is_on, finished_at }: NonNullable<Installation['archive']>) {
  const translate = useTranslate()
  return (
    <Section title={translate('admin.archive.title')}>
      <FieldList>
        <Field label={translate('admin.archive.before')}>
          {translate(is_on ? 'admin.archive.on' : 'admin.archive.off')}
        </Field>
        {is_on && (
          <Field label={translate('admin.archive.finished')}>
            <TimeText value={finished_at} relative />
          </Field>
        )}
      </FieldList>
    </Section>
  )
}
