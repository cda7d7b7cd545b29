import { styled } from '@mui/material'
import { type ConfigTemplate, configTemplateEntity } from '#contract/configuration'
import { MONOSPACE } from '../../components/json/PlainText'
import { lazyPart } from '../../components/lazyPart'
import { TagChips } from '../../components/page'
import { entityFields } from '../../components/resource/entityFields'
import { TAGS } from '../../components/resource/fields'
import { useTags } from '../../components/tags/useTags'
import { NEW_ROW, settingsCodec } from './settings'
import { group, msg, useTranslate } from './texts'

const SettingRows = lazyPart(() => import('./SettingRows'))

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontFamily: MONOSPACE,
  fontSize: '0.8125rem',
  overflowWrap: 'anywhere',
  '& span:last-of-type': { fontWeight: 600 },
})

/** The settings of a template, each with its value. */
function SettingList({ settings }: Pick<ConfigTemplate, 'settings'>) {
  return (
    <List>
      {settingsCodec.toForm(settings).map(({ name, value }) => (
        <li key={name}>
          <span>{name}</span> <span>{value}</span>
        </li>
      ))}
    </List>
  )
}

function Count({ settings }: Pick<ConfigTemplate, 'settings'>) {
  const smart_count = Object.keys(settings).length
  return <span>{useTranslate()('config-templates.count', { smart_count })}</span>
}

function MeantFor({ tags }: Pick<ConfigTemplate, 'tags'>) {
  const translate = useTranslate()
  return tags.length > 0 ? <TagChips tags={tags} /> : <span>{translate('config-templates.allDevices')}</span>
}

/** The fields of a configuration template. Rules, "Configuration". */
export const templateFields = entityFields(configTemplateEntity, 'all', group('config-templates.fields'), {
  name: { input: { kind: 'text', taken: msg('config-templates.errors.nameTaken') } },
  settings: {
    wide: true,
    show: ({ settings }) => <SettingList settings={settings} />,
    column: {
      cell: ({ settings }) => <Count settings={settings} />,
      sortBy: undefined,
      width: 124,
      card: 'line',
    },
    input: { kind: 'own', Input: SettingRows, initial: [NEW_ROW], codec: settingsCodec },
  },
  tags: {
    ...TAGS,
    show: ({ tags }) => <MeantFor tags={tags} />,
    column: {
      card: 'line',
      sortBy: undefined,
      width: 160,
      filter: { kind: 'multiselect', source: 'tags', choices: useTags },
    },
  },
  comment: { wide: true, optional: true, column: { sortBy: undefined, dropPriority: 1 } },
  created_at: { column: { hidden: true } },
})
