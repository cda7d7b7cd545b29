import ApiIcon from '@mui/icons-material/Code'
import { IconButton } from '@mui/material'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { endpointOf, isLoaded } from '../../dataProvider/endpoints'
import { useOptionalSpaceId } from '../../dataProvider/SpaceProvider'
import { lazyPart, PartFrame } from '../lazyPart'
import { useTranslate } from './texts'

const ApiDialog = lazyPart(() => import('./ApiDialog'))

/** Shows commands for the call of the list around it; nothing if keys cannot make that call. */
export function ApiButton() {
  const translate = useTranslate()
  const { resource, filter: permanent, filterValues, sort, page, perPage } = useListContext()
  const spaceId = useOptionalSpaceId()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)

  // The list renders again when its rows arrive, which need the endpoint as well.
  if (!isLoaded(resource))
    return (
      <IconButton disabled sx={{ visibility: 'hidden' }}>
        <ApiIcon fontSize="small" />
      </IconButton>
    )
  const filter = { ...filterValues, ...permanent }
  const endpoint = endpointOf(resource, spaceId, filter)
  if (!endpoint.forKeys) return null
  const label = translate('snippets.open')
  return (
    <>
      <IconButton
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onPointerEnter={ApiDialog.preload}
        onClick={() => setOpen(true)}
      >
        <ApiIcon fontSize="small" />
      </IconButton>
      {isOpen && (
        <PartFrame onClose={close}>
          <ApiDialog
            endpoint={endpoint}
            list={{ filter, sort, pagination: { page, perPage } }}
            onClose={close}
          />
        </PartFrame>
      )}
    </>
  )
}
