import { WithRecord } from 'react-admin'
import type { Mute } from '#contract/alerts'
import { ChangesButton } from '../../components/audit/ChangesButton'
import { lazyPart } from '../../components/lazyPart'
import { Field } from '../../components/page'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { EndButton, MuteState } from './cells'
import { muteFields } from './fields'
import { useTranslate } from './texts'

const MuteEdit = lazyPart(async () => ({ default: (await import('./MuteForms')).MuteEdit }))

function MuteShow({ mute }: { mute: Mute }) {
  return (
    <RecordDetails<Mute> fields={muteFields} actions={<ChangesButton id={mute.id} />}>
      <Field label={useTranslate()('mutes.state')}>
        <MuteState mute={mute} />
      </Field>
    </RecordDetails>
  )
}

/** One mute, viewed or edited. Rules, "Alerts". */
export default function MutePage() {
  return (
    <RecordPage
      actions={<WithRecord<Mute> render={(mute) => <EndButton mute={mute} />} />}
      show={<WithRecord<Mute> render={(mute) => <MuteShow mute={mute} />} />}
      edit={<MuteEdit />}
    />
  )
}
