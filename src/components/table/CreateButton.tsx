import AddIcon from '@mui/icons-material/Add'
import type { Permission } from '#contract/permissions'
import { useTranslate } from '../../i18n/translate'
import { PermissionButton } from '../page'

interface CreateButtonProps {
  label?: string
  permission?: Permission
  onClick: () => void
}

/** Opens the create dialog; without the permission it is disabled and says why. */
export function CreateButton({ label = 'page.create', permission, onClick }: CreateButtonProps) {
  const translate = useTranslate()
  return (
    <PermissionButton permission={permission} variant="contained" startIcon={<AddIcon />} onClick={onClick}>
      {translate(label)}
    </PermissionButton>
  )
}
