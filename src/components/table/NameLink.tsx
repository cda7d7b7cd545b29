import { styled } from '@mui/material'
import { Link } from 'react-router-dom'

const Anchor = styled(Link)(({ theme }) => ({
  color: theme.palette.primary.main,
  fontWeight: 600,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' },
  // A long name must not make its row a tower; with the focus, or in a card, it shows in full.
  'td &:not(:focus-visible)': {
    display: '-webkit-box',
    width: 'fit-content',
    maxWidth: '100%',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
  },
}))

/** The name of a row, which leads to its page. */
export function NameLink({ to, name }: { to: string; name: string }) {
  return (
    <Anchor to={to} title={name}>
      {name}
    </Anchor>
  )
}
