import { Typography } from '@mui/material'
import { Field, FieldList, Section } from '../../../components/page'
import { useConfig } from '../../../config'
import { TestMail } from '../request/TestMail'
import { useTranslate } from '../texts'
import { useFormats } from './format'

interface MailProps {
  /** How many wait; undefined where the server does not tell. */
  waiting: number | undefined
  /** Whether the server sends one for a try. */
  canTest: boolean
}

/** The e-mails that wait, and a way to find out whether they arrive. */
export function Mail({ waiting, canTest }: MailProps) {
  const translate = useTranslate()
  const { number } = useFormats()
  const { sendsMail } = useConfig()
  return (
    <Section title={translate('admin.state.areas.mail')}>
      {waiting !== undefined && (
        <FieldList>
          <Field label={translate('admin.copies.mail')}>{number(waiting)}</Field>
        </FieldList>
      )}
      {canTest &&
        (sendsMail ? (
          <TestMail />
        ) : (
          <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
            {translate('admin.request.mail.off')}
          </Typography>
        ))}
    </Section>
  )
}
