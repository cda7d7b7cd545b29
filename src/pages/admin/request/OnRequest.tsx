import { Stack, Typography } from '@mui/material'
import { routinesApi } from '#contract/admin'
import { Loaded, Section } from '../../../components/page'
import { useConfig } from '../../../config'
import { useAnswer } from '../../../dataProvider/calls'
import { useTranslate } from '../texts'
import { KeptBackups } from './KeptBackups'
import { RoutineStart } from './RoutineStart'
import { TestMail } from './TestMail'

/** Milliseconds between two readings, while something is done and otherwise. */
const [SOON, SELDOM] = [2000, 60_000]

/** What an administrator can have done now. */
export function OnRequest() {
  const translate = useTranslate()
  const { sendsMail } = useConfig()
  const query = useAnswer(routinesApi.list, {
    refetchInterval: ({ state: { data } }) =>
      [data?.backup, data?.archive].some((routine) => routine && routine.state !== 'idle') ? SOON : SELDOM,
  })
  return (
    <Section title={translate('admin.request.title')}>
      <Loaded query={query}>
        {({ backup, archive }) => (
          <Stack spacing={3}>
            {backup && <RoutineStart routine="backup" {...backup} />}
            {backup && <KeptBackups />}
            {!backup && <Typography>{translate('admin.request.backup.off')}</Typography>}
            {archive && <RoutineStart routine="archive" {...archive} />}
            {!archive && <Typography>{translate('admin.request.archive.off')}</Typography>}
            {sendsMail ? <TestMail /> : <Typography>{translate('admin.request.mail.off')}</Typography>}
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}
