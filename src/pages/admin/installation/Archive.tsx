import type { Installation, Routine } from '#contract/admin'
import { Field, FieldList, Section, TimeText } from '../../../components/page'
import { RoutineStart } from '../request/RoutineStart'
import { useTranslate } from '../texts'

interface ArchiveProps {
  /** Null where the server does not tell. */
  told: Installation['archive']
  /** How far it is that was asked for; null where it cannot be. */
  routine: Routine | null
}

/** Whether messages are archived before they are dropped, and when the archive last had all of them; it can be asked for. */
export function Archive({ told, routine }: ArchiveProps) {
  const translate = useTranslate()
  if (!told && !routine) return null
  return (
    <Section title={translate('admin.archive.title')}>
      {told && (
        <FieldList>
          <Field label={translate('admin.archive.before')} wide={!told.is_on}>
            {translate(told.is_on ? 'admin.archive.on' : 'admin.archive.off')}
          </Field>
          {told.is_on && (
            <Field label={translate('admin.archive.finished')}>
              <TimeText value={told.finished_at} relative />
            </Field>
          )}
        </FieldList>
      )}
      {routine && <RoutineStart routine="archive" {...routine} />}
    </Section>
  )
}
