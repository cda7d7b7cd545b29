import { Guide } from '../../components/guide/Guide'
import { useTranslate } from '../../components/rollouts/texts'

export default function RolloutGuide() {
  const translate = useTranslate()
  return (
    <Guide
      title={translate('rollouts.guide')}
      text={`${translate('rollouts.about')} ${translate('rollouts.guideHint')}`}
    />
  )
}
