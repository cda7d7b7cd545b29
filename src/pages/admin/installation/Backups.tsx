import type { Installation, Routine } from '#contract/admin'
import { Field, FieldList, Section, TimeText } from '../../../components/page'
import { KeptBackups } from '../request/KeptBackups'
import { RoutineStart } from '../request/RoutineStart'
import { useTranslate } from '../texts'
import { useFormats } from './format'

function Facts({ is_nightly, last }: NonNullable<Installation['backup']>) {
  const translate = useTranslate()
  const { bytes } = useFormats()
  return (
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
      <Field label={translate('admin.backups.nightly')} wide={!is_nightly}>
        {translate(is_nightly ? 'admin.backups.on' : 'admin.backups.off')}
      </Field>
    </FieldList>
  )
}

interface BackupsProps {
  /** Null if the server does not report it. */
  backup: Installation['backup']
  /** State of the routine that backs up on request; null if nobody can request it. */
  routine: Routine | null
}

/** Last good backup, whether one is made every night, and the kept ones; one can be started here. */
export function Backups({ backup, routine }: BackupsProps) {
  const translate = useTranslate()
  if (!backup && !routine) return null
  return (
    <Section title={translate('admin.backups.title')}>
      {backup && <Facts {...backup} />}
      {routine && (
        <>
          <RoutineStart routine="backup" {...routine} />
          <KeptBackups />
        </>
      )}
    </Section>
  )
}
