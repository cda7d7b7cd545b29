import AddIcon from '@mui/icons-material/Add'
import { useTranslate } from 'react-admin'
import type { Permission } from '#contract/permissions'
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
