import { SpaceProvider } from '../../../dataProvider/SpaceProvider'
import { Section } from '../../page'
import { useTranslate } from '../texts'
import { SettingsList } from './SettingsDialog'

/** What a space says of the values of its devices, on its own page. */
export default function SpaceSettings({ spaceId }: { spaceId: string }) {
  return (
    <SpaceProvider key={spaceId} spaceId={spaceId}>
      <Section title={useTranslate()('series.list.title')}>
        <SettingsList />
      </Section>
    </SpaceProvider>
  )
}
