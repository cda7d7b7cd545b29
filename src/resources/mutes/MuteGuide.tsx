import { Guide } from '../../components/guide/Guide'
import { useTranslate } from './texts'

export default function MuteGuide() {
  const translate = useTranslate()
  return <Guide title={translate('mutes.guide')} text={translate('mutes.about')} />
}
