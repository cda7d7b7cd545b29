import type { Installation, Routine } from '#contract/admin'
import { Field, FieldList, Section, TimeText } from '../../../components/page'
import { RoutineStart } from '../request/RoutineStart'
import { useTranslate } from '../texts'

interface ArchiveProps {
  /** Null if the server does not report it. */
  told: Installation['archive']
  /** State of the routine that archives on request; null if nobody can request it. */
  routine: Routine | null
}

/**
 * Whether messages are archived before they are dropped, and when the archive was last complete; it can be started
 * here.
 */
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
