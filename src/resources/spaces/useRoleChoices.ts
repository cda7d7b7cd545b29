import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { spaceRoleSchema } from '#contract/permissions'

/** The roles to filter spaces by. */
export function useRoleChoices() {
  const translate = useTranslate()
  return useMemo(
    () => spaceRoleSchema.options.map((id) => ({ id, name: translate(`spaces.roles.${id}`) })),
    [translate],
  )
}
