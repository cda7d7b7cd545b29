import { useWatch } from 'react-hook-form'
import PermissionsInput from '../../components/access/PermissionsInput'

/** The form's `permissions` field, for a person who has some of their own. */
export default function OwnPermissionsInput() {
  const value = useWatch<{ permissions: string[] | null }, 'permissions'>({ name: 'permissions' })
  return value === null ? null : <PermissionsInput />
}
