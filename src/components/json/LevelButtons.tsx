import CollapseIcon from '@mui/icons-material/UnfoldLess'
import ExpandIcon from '@mui/icons-material/UnfoldMore'
import { Button, IconButton, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import type { Tree } from './useTree'

/** Levels that the menu offers; what is deeper has "Expand all". */
const MENU_LEVELS = [1, 2, 3, 4, 5, 6]

/** Opens everything, nothing, or what is above a level. */
export function LevelButtons({ tree: { document, openTo } }: { tree: Tree }) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const all = [
    { label: translate('json.expandAll'), level: Number.POSITIVE_INFINITY, Icon: ExpandIcon },
    { label: translate('json.collapseAll'), level: 0, Icon: CollapseIcon },
  ]
  const levels = MENU_LEVELS.filter((level) => level <= document.depth)
  return (
    <>
      {all.map(({ label, level, Icon }) => (
        <IconButton key={level} size="small" aria-label={label} title={label} onClick={() => openTo(level)}>
          <Icon fontSize="small" />
        </IconButton>
      ))}
      <Button size="small" aria-haspopup="menu" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        {translate('json.level')}
      </Button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close}>
          {levels.map((level) => (
            <MenuItem
              key={level}
              onClick={() => {
                openTo(level)
                close()
              }}
            >
              {translate('json.levelOf', { level })}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
