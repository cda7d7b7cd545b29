import { Box, Button, Divider, Stack, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { viewListSchema } from '#contract/views'
import { useMay } from '../../dataProvider/account'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { PermissionButton } from '../action/PermissionButton'
import { DialogPopover, type DialogPopoverProps } from '../dialog/DialogPopover'
import { addressOf } from './address'
import { isName, NameField } from './NameField'
import { OpenedView } from './OpenedView'
import { useTranslate } from './texts'
import { type OpenViewProps, useOpenView, useShown } from './useOpenView'
import { useViewChanges, useViews } from './useViews'
import { ViewLinks } from './ViewLinks'

type ViewPopoverProps = OpenViewProps & Pick<DialogPopoverProps, 'anchor' | 'onClose'>

/** The name of a new view, and for whom it is saved. */
function SaveForm({ list: listName, onClose, ...own }: Omit<ViewPopoverProps, 'anchor'>) {
  const translate = useTranslate()
  const may = useMay()
  const navigate = useNavigate()
  const spaceId = useSpaceId()
  const list = viewListSchema.safeParse(listName).data
  const shown = useShown(own)
  const { save } = useViewChanges()
  const [name, setName] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const saveAs = async (shared: boolean) => {
    if (list === undefined || isSaving) return
    if (!isName(name)) return setWrong(true)
    setSaving(true)
    const saved = await save({ ...shown, name, list, shared })
    setSaving(false)
    if (!saved) return
    onClose()
    await navigate(addressOf(spaceId, { ...saved, list }), { replace: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    void saveAs(false)
  }
  return (
    <Stack component="form" noValidate sx={{ gap: 1.5 }} onSubmit={submit}>
      <NameField
        {...{ name, isWrong }}
        onType={(typed) => {
          setName(typed)
          setWrong(false)
        }}
      />
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button
          type="submit"
          variant={may('space:view:create') ? 'outlined' : 'contained'}
          disabled={isSaving}
        >
          {translate('views.saveOwn')}
        </Button>
        <PermissionButton
          permission="space:view:create"
          variant="contained"
          disabled={isSaving}
          onClick={() => void saveAs(true)}
        >
          {translate('views.saveShared')}
        </PermissionButton>
      </Stack>
    </Stack>
  )
}

/** The views of the list: the open one, the others, and a form that saves what is shown. */
export default function ViewPopover({ list, columns, hasOwnColumns, ...popover }: ViewPopoverProps) {
  const translate = useTranslate()
  const open = useOpenView({ columns })
  const { views, isError, refetch } = useViews()
  const ofList = views?.filter((view) => view.list === list) ?? []
  const [savesCopy, setSavesCopy] = useState(false)
  const own = { list, columns, hasOwnColumns }
  return (
    <DialogPopover {...popover} label={translate('views.list')} side="right" minWidth={280}>
      <Stack sx={{ gap: 1.5, width: { sm: 320 }, maxWidth: '100%' }}>
        {open && <OpenedView open={open} {...own} onClose={popover.onClose} />}
        {isError && (
          <Box>
            <Typography color="error">{translate('views.failed')}</Typography>
            <Button size="small" onClick={() => void refetch()}>
              {translate('views.retry')}
            </Button>
          </Box>
        )}
        {views && ofList.length === 0 && (
          <Typography variant="body2" color="text.secondary">
            {translate('views.none')}
          </Typography>
        )}
        {ofList.length > 0 && (
          <>
            {open && <Divider />}
            <Typography variant="subtitle2" component="h2">
              {translate('views.list')}
            </Typography>
            <ViewLinks views={ofList} openId={open?.view.id} onChosen={popover.onClose} />
          </>
        )}
        <Divider />
        {open && !savesCopy ? (
          <Button size="small" sx={{ alignSelf: 'start' }} onClick={() => setSavesCopy(true)}>
            {translate('views.saveAs')}
          </Button>
        ) : (
          <>
            <Typography variant="subtitle2" component="h2">
              {translate(open ? 'views.saveAs' : 'views.save')}
            </Typography>
            <SaveForm {...own} onClose={popover.onClose} />
          </>
        )}
      </Stack>
    </DialogPopover>
  )
}
