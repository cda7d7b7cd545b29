import AddIcon from '@mui/icons-material/Add'
import { Button } from '@mui/material'
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
  const shared = {
    variant: 'contained',
    startIcon: <AddIcon />,
    onClick,
    children: translate(label),
  } as const
  return permission ? <PermissionButton permission={permission} {...shared} /> : <Button {...shared} />
}
