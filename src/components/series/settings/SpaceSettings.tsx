import { SpaceProvider } from '../../../dataProvider/SpaceProvider'
import { Section } from '../../page'
import { useTranslate } from '../texts'
import { SettingsList } from './SettingsDialog'

/** The settings of a space's values, on the space's own page. */
export default function SpaceSettings({ spaceId }: { spaceId: string }) {
  return (
    <SpaceProvider key={spaceId} spaceId={spaceId}>
      <Section title={useTranslate()('series.list.title')}>
        <SettingsList />
      </Section>
    </SpaceProvider>
  )
}
