import { useMemo } from 'react'
import { spaceRoleSchema } from '#contract/permissions'
import { useTranslate } from '../../i18n/translate'

/** The roles to filter spaces by. */
export function useRoleChoices() {
  const translate = useTranslate()
  return useMemo(
    () => spaceRoleSchema.options.map((id) => ({ id, name: translate(`spaces.roles.${id}`) })),
    [translate],
  )
}
