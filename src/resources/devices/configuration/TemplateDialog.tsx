import {
  Button,
  DialogActions,
  DialogContent,
  ListSubheader,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type ConfigTemplate, lineOf, type Setting } from '#contract/configuration'
import type { Device } from '#contract/devices'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { PlainText } from '../../../components/json/PlainText'
import { Loaded } from '../../../components/page'
import { useGetList, WHOLE_LIST } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate as useCommon } from '../../../i18n/translate'
import { useTranslate } from './texts'

const settingsOf = ({ settings }: ConfigTemplate): Setting[] =>
  Object.entries(settings)
    .map(([name, value]) => ({ name, value }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

const choicesOf = (list: readonly ConfigTemplate[]) =>
  list.map(({ id, name }) => (
    <MenuItem key={id} value={id} sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      {name}
    </MenuItem>
  ))

interface ChoiceProps {
  device: Device
  templates: readonly ConfigTemplate[]
  chosen: ConfigTemplate | undefined
  onChoose: (id: string) => void
}

/** The templates, first those that are meant for the tags of the device. */
function TemplateChoice({ device: { tags }, templates, chosen, onChoose }: ChoiceProps) {
  const translate = useTranslate()
  const isMeant = (template: ConfigTemplate) =>
    template.tags.length === 0 || template.tags.some(({ id }) => tags.some((tag) => tag.id === id))
  const [meant, others] = [templates.filter(isMeant), templates.filter((template) => !isMeant(template))]
  return (
    <TextField
      select
      fullWidth
      label={translate('devices.configuration.template.label')}
      value={chosen?.id ?? ''}
      onChange={({ target }) => onChoose(target.value)}
    >
      {others.length > 0 && meant.length > 0 && (
        <ListSubheader>{translate('devices.configuration.template.meant')}</ListSubheader>
      )}
      {choicesOf(meant)}
      {others.length > 0 && (
        <ListSubheader>{translate('devices.configuration.template.others')}</ListSubheader>
      )}
      {choicesOf(others)}
    </TextField>
  )
}

interface TemplateDialogProps {
  device: Device
  onTake: (settings: Setting[]) => void
  onClose: () => void
}

/** Takes the settings of a template as wishes; nothing is sent yet. */
export default function TemplateDialog({ device, onTake, onClose }: TemplateDialogProps) {
  const translate = useTranslate()
  const common = useCommon()
  const addresses = useAddresses()
  const query = useGetList('config-templates', WHOLE_LIST)
  const [id, setId] = useState<string>()
  const chosen = query.data?.find((template) => template.id === id)
  const settings = chosen ? settingsOf(chosen) : []
  return (
    <TaskDialog title={translate('devices.configuration.template.title')} onClose={onClose}>
      <DialogContent>
        <Loaded query={query}>
          {(templates) =>
            templates.length === 0 ? (
              <Typography>{translate('devices.configuration.template.none')}</Typography>
            ) : (
              <Stack sx={{ gap: 2 }}>
                <TemplateChoice device={device} templates={templates} chosen={chosen} onChoose={setId} />
                {chosen?.comment && <Typography variant="body2">{chosen.comment}</Typography>}
                {chosen && (
                  <PlainText
                    text={settings.map(({ name, value }) => lineOf(name, value)).join('\n')}
                    label={chosen.name}
                  />
                )}
                <Typography variant="body2" color="text.secondary">
                  {translate('devices.configuration.template.hint')}
                </Typography>
              </Stack>
            )
          }
        </Loaded>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('page.cancel')}</Button>
        {query.data?.length === 0 ? (
          <Button
            component={Link}
            to={addresses.list('config-templates', { create: true })}
            variant="contained"
          >
            {translate('devices.configuration.template.create')}
          </Button>
        ) : (
          <Button variant="contained" disabled={!chosen} onClick={() => onTake(settings)}>
            {translate('devices.configuration.template.submit', { smart_count: settings.length })}
          </Button>
        )}
      </DialogActions>
    </TaskDialog>
  )
}
