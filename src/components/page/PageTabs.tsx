import { styled } from '@mui/material'
import { Link } from 'react-router-dom'

const Nav = styled('nav')(({ theme: { palette, typography, spacing } }) => ({
  display: 'flex',
  gap: spacing(0.5),
  marginTop: spacing(1),
  overflowX: 'auto',
  scrollbarWidth: 'none',
  boxShadow: `inset 0 -1px ${palette.divider}`,
  a: {
    ...typography.button,
    flex: 'none',
    padding: spacing(1.25, 1.5),
    borderBottom: '2px solid transparent',
    color: palette.text.secondary,
    textDecoration: 'none',
    '&:hover': { color: palette.text.primary },
    '&:focus-visible': { outlineOffset: -2, borderRadius: 4 },
    '&[aria-current]': { borderColor: palette.primary.main, color: palette.primary.main },
  },
}))

interface PageTabsProps {
  /** Accessible name of the tabs. */
  label: string
  /** Id of the current tab. */
  current: string
  tabs: readonly { id: string; label: string; to: string }[]
}

/** Tabs between lists that form one page, each with its own address. */
export const PageTabs = ({ label, current, tabs }: PageTabsProps) => (
  <Nav aria-label={label}>
    {tabs.map((tab) => (
      <Link key={tab.id} to={tab.to} aria-current={tab.id === current ? 'page' : undefined}>
        {tab.label}
      </Link>
    ))}
  </Nav>
)
