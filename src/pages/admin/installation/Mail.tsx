import { Typography } from '@mui/material'
import { Field, FieldList, Section } from '../../../components/page'
import { useConfig } from '../../../config'
import { TestMail } from '../request/TestMail'
import { useTranslate } from '../texts'
import { useFormats } from './format'

interface MailProps {
  /** Number of waiting e-mails; undefined if the server does not report it. */
  waiting: number | undefined
  /** Whether the server can send a test e-mail. */
  canTest: boolean
}

/** Waiting e-mails, and a test of the mail server. */
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
