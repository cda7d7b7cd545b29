import { styled } from '@mui/material'
import { Link } from 'react-router-dom'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { TOUCH, TOUCH_SIZE } from '../../theme/theme'
import { addressOf, type KnownView } from './address'
import { useTranslate } from './texts'

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  maxHeight: 240,
  overflowY: 'auto',
  fontSize: '0.875rem',
  a: {
    ...theme.typography.body2,
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: theme.spacing(2),
    minHeight: 32,
    padding: theme.spacing(0.5, 1),
    borderRadius: theme.shape.borderRadius,
    color: theme.palette.text.primary,
    textDecoration: 'none',
    overflowWrap: 'anywhere',
    [TOUCH]: { minHeight: TOUCH_SIZE },
  },
  'a:hover': { backgroundColor: theme.palette.action.hover },
  'a:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
  'a[aria-current]': { color: theme.palette.primary.main, fontWeight: 500 },
  small: { color: theme.palette.text.secondary, flexShrink: 0 },
}))

interface ViewLinksProps {
  views: readonly KnownView[]
  openId: string | undefined
  onChosen: () => void
}

/** Views as links; each is marked if only the person has it. */
export function ViewLinks({ views, openId, onChosen }: ViewLinksProps) {
  const translate = useTranslate()
  const spaceId = useSpaceId()
  return (
    <List>
      {views.map((view) => (
        <li key={view.id}>
          <Link
            to={addressOf(spaceId, view)}
            aria-current={view.id === openId ? 'page' : undefined}
            onClick={onChosen}
          >
            <span>{view.name}</span>
            {!view.shared && <small>{translate('views.personal')}</small>}
          </Link>
        </li>
      ))}
    </List>
  )
}
