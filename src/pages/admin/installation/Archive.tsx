import type { Installation, Routine } from '#contract/admin'
import { Field, FieldList, Section, TimeText } from '../../../components/page'
import { RoutineStart } from '../request/RoutineStart'
import { useTranslate } from '../texts'

interface ArchiveProps {
  /** Null if the server does not report it. */
  archive: Installation['archive']
  /** State of the routine that archives on request; null if nobody can request it. */
  routine: Routine | null
}

/**
 * Whether messages are archived before they are dropped, and when the archive was last complete; it can be started
 * here.
 */
export function Archive({ archive, routine }: ArchiveProps) {
  const translate = useTranslate()
  if (!archive && !routine) return null
  return (
    <Section title={translate('admin.archive.title')}>
      {archive && (
        <FieldList>
          <Field label={translate('admin.archive.before')} wide={!archive.is_on}>
            {translate(archive.is_on ? 'admin.archive.on' : 'admin.archive.off')}
          </Field>
          {archive.is_on && (
            <Field label={translate('admin.archive.finished')}>
              <TimeText value={archive.finished_at} relative />
            </Field>
          )}
        </FieldList>
      )}
      {routine && <RoutineStart routine="archive" {...routine} />}
    </Section>
  )
}
