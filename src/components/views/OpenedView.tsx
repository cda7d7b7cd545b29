import { Button, Stack, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ViewUpdate } from '#contract/views'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { PermissionButton } from '../action/PermissionButton'
import { setParameter, useCurrentAddress } from '../address/currentAddress'
import { VIEW_PARAMETER } from '../address/view'
import { useTable } from '../table/useTable'
import { useCopy } from '../value/CopyText'
import { addressOf, type KnownView } from './address'
import { isName, NameField } from './NameField'
import { msg, useTranslate } from './texts'
import { type OpenView, type OpenViewProps, useShown } from './useOpenView'
import { useViewChanges } from './useViews'

/** Renames a view. */
function RenameForm({ view, onDone }: { view: KnownView; onDone: () => void }) {
  const translate = useTranslate()
  const { update } = useViewChanges()
  const [name, setName] = useState(view.name)
  const [isWrong, setWrong] = useState(false)
  const rename = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!isName(name)) return setWrong(true)
    if (await update(view, { name })) onDone()
  }
  return (
    <Stack
      component="form"
      direction="row"
      noValidate
      sx={{ gap: 1, alignItems: 'start' }}
      onSubmit={(event: FormEvent) => void rename(event)}
    >
      <NameField {...{ name, isWrong }} onType={setName} />
      <Button type="submit">{translate('views.rename')}</Button>
    </Stack>
  )
}

interface OpenedViewProps extends OpenViewProps {
  open: OpenView
  onClose: () => void
}

/** The view as which the list was opened, and what can be done with it. */
export function OpenedView({ open, onClose, ...own }: OpenedViewProps) {
  const { view, isChanged } = open
  const translate = useTranslate()
  const spaceId = useSpaceId()
  const navigate = useNavigate()
  const copy = useCopy()
  const { replace } = useCurrentAddress()
  const shown = useShown(own)
  const { settings } = useTable()
  const { update, remove } = useViewChanges()
  const [isRenaming, setRenaming] = useState(false)
  const to = addressOf(spaceId, view)
  /** A personal view is its owner's. */
  const permissionTo = (verb: 'create' | 'update' | 'delete') =>
    view.shared ? (`space:view:${verb}` as const) : undefined
  const show = (changed: KnownView) => navigate(addressOf(spaceId, changed), { replace: true })
  const saveChanges = async () => {
    const columns = view.columns === null && shown.columns === null ? {} : { columns: shown.columns }
    // A view without a sort leaves it to the person.
    const isOwnSort = shown.sort === settings.sort.field && shown.order === settings.sort.order
    const sort = view.sort === null && isOwnSort ? {} : { sort: shown.sort, order: shown.order }
    const change: ViewUpdate = { filter: shown.filter, ...sort, ...columns }
    const updated = await update(view, change)
    if (!updated) return
    onClose()
    await show({ ...updated, list: view.list })
  }
  const setShared = (shared: boolean) =>
    void update(view, { shared }, translate(shared ? 'views.shareDone' : 'views.unshareDone'))
  const leave = () => {
    replace((parameters) => setParameter(parameters, VIEW_PARAMETER, null))
    onClose()
  }
  return (
    <Stack sx={{ gap: 1 }}>
      <div>
        <Typography variant="subtitle2" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {view.name}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate(view.shared ? 'views.shared' : 'views.personal')}
        </Typography>
      </div>
      {isChanged && (
        <>
          <Typography variant="body2">{translate('views.changedText')}</Typography>
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            <PermissionButton
              permission={permissionTo('update')}
              variant="contained"
              onClick={() => void saveChanges()}
            >
              {translate('views.saveChanges')}
            </PermissionButton>
            <Button
              onClick={() => {
                onClose()
                void show(view)
              }}
            >
              {translate('views.revert')}
            </Button>
          </Stack>
        </>
      )}
      {isRenaming ? (
        <RenameForm view={view} onDone={() => setRenaming(false)} />
      ) : (
        <Stack direction="row" sx={{ columnGap: 1, flexWrap: 'wrap', ml: -0.5 }}>
          <Button
            size="small"
            onClick={() => void copy(`${window.location.origin}${to}`, msg('views.linkCopied'))}
          >
            {translate('views.copyLink')}
          </Button>
          <PermissionButton
            size="small"
            permission={permissionTo('update')}
            onClick={() => setRenaming(true)}
          >
            {translate('views.rename')}
          </PermissionButton>
          <PermissionButton
            size="small"
            permission={view.shared ? 'space:view:delete' : 'space:view:create'}
            onClick={() => setShared(!view.shared)}
          >
            {translate(view.shared ? 'views.unshare' : 'views.share')}
          </PermissionButton>
          <PermissionButton
            size="small"
            permission={permissionTo('delete')}
            onClick={() => void remove(view, leave)}
          >
            {translate('views.remove')}
          </PermissionButton>
        </Stack>
      )}
    </Stack>
  )
}
