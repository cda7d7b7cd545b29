import { List, ListItem, ListItemText } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { profileApi, type RefusedSender } from '#contract/profile'
import { LoadingButton } from '../../components/action/LoadingButton'
import { Section, TimeText, useFailureToast } from '../../components/page'
import { toast } from '../../components/toast/toasts'
import { useCapability } from '../../config'
import { useAnswer, useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from './texts'

function Sender({ sender: { id, email, created_at } }: { sender: RefusedSender }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const { mutate, isPending } = useMutation({
    mutationFn: () => ask(profileApi.allowSender, { params: { refusalId: id } }),
    onSuccess: async () => {
      toast({ kind: 'success', title: translate('profile.refusals.allowed', { email }) })
      await invalidate(profileApi.refusedSenders)
    },
    onError: useFailureToast(),
  })
  return (
    <ListItem disableGutters sx={{ gap: 2, flexWrap: 'wrap' }}>
      <ListItemText
        primary={email}
        secondary={
          <>
            {translate('profile.refusals.since')} <TimeText value={created_at} />
          </>
        }
        sx={{ overflowWrap: 'anywhere', flex: '1 1 200px' }}
      />
      <LoadingButton
        variant="outlined"
        size="small"
        loading={isPending}
        onClick={() => mutate()}
        aria-label={translate('profile.refusals.allowOf', { email })}
      >
        {translate('profile.refusals.allow')}
      </LoadingButton>
    </ListItem>
  )
}

/** People whose invitations the person always refuses; hidden while there are none. Rules, "Profile". */
export default function RefusalsSection() {
  const translate = useTranslate()
  const { data } = useAnswer(profileApi.refusedSenders, {
    enabled: useCapability(profileApi.refusedSenders.capability),
  })
  if (!data?.length) return null
  return (
    <Section title={translate('profile.refusals.title')}>
      {translate('profile.refusals.hint')}
      <List dense aria-label={translate('profile.refusals.title')}>
        {data.map((sender) => (
          <Sender key={sender.id} sender={sender} />
        ))}
      </List>
    </Section>
  )
}
