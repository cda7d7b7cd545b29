import DisabledIcon from '@mui/icons-material/PauseCircleOutlined'
import EnabledIcon from '@mui/icons-material/PlayCircleOutlined'
import { styled } from '@mui/material'
import type { Connector } from '#contract/connectors'
import { useTranslate } from '../../i18n/translate'

const WithIcon = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  whiteSpace: 'nowrap',
  verticalAlign: 'top',
  svg: { fontSize: '1.15em' },
})

/** Whether a connector forwards messages, in a word and a sign. */
export function EnabledText({ enabled }: Pick<Connector, 'enabled'>) {
  const translate = useTranslate()
  const Icon = enabled ? EnabledIcon : DisabledIcon
  return (
    <WithIcon>
      <Icon color={enabled ? 'success' : 'disabled'} />
      {translate(enabled ? 'connectors.enabled' : 'connectors.disabled')}
    </WithIcon>
  )
}
