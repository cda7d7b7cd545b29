import { type MouseEvent, useState } from 'react'
import { lazyPart, PartFrame } from '../lazyPart'
import type { MenuAction } from './ActionMenu'

const ActionMenu = lazyPart(() => import('./ActionMenu'))

/**
 * Props for a button that opens a menu of actions, and the menu.
 * @param label of the button
 */
export function useActionMenu(label: string, actions: readonly MenuAction[]) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return {
    button: {
      'aria-label': label,
      title: label,
      'aria-haspopup': 'menu',
      'aria-expanded': anchor !== null,
      onPointerEnter: ActionMenu.preload,
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => setAnchor(currentTarget),
    } as const,
    menu: anchor && (
      <PartFrame onClose={close}>
        <ActionMenu anchor={anchor} actions={actions} onClose={close} />
      </PartFrame>
    ),
  }
}
