import { Box, styled } from '@mui/material'
import { lazy, Suspense } from 'react'
import { useLocale, useRecordContext } from 'react-admin'
import { Link } from 'react-router-dom'
import type { AdminUser, SpaceOfUser } from '#contract/admin'
import { spaceAddresses } from '../../addresses'
import { Section } from '../../components/page'
import { useResourceAddresses } from '../../components/resource/definition'
import { SpaceRoleText } from '../../components/spaceRoles'
import { NameLink } from '../../components/table'
import { useTranslate } from './texts'

const ReasonTooltip = lazy(() => import('../../components/action/ReasonTooltip'))

const toSpace = ({ id }: SpaceOfUser) => spaceAddresses(id).space()

const More = styled(Link)(({ theme }) => ({
  color: theme.palette.text.secondary,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  '&:hover, &:focus-visible': { textDecoration: 'underline' },
}))

const Names = styled('ul')({ margin: 0, paddingInlineStart: 16, overflowWrap: 'anywhere' })

/** Number of names in the tooltip; the person's page has all of them. */
const NAMED = 20

/** "+2 more spaces": names them in a tooltip, and leads to the person's page. */
function MoreSpaces({ id, spaces }: AdminUser) {
  const translate = useTranslate()
  const to = useResourceAddresses().record(id)
  const count = (number: number) => translate('adminUsers.moreSpaces', { smart_count: number })
  const link = <More to={to}>{count(spaces.length - 1)}</More>
  const names = (
    <Names>
      {spaces.slice(0, NAMED).map((space) => (
        <li key={space.id}>{space.name}</li>
      ))}
      {spaces.length > NAMED && <li>{count(spaces.length - NAMED)}</li>}
    </Names>
  )
  return (
    <Suspense fallback={link}>
      <ReasonTooltip title={names}>{link}</ReasonTooltip>
    </Suspense>
  )
}

/** First space of a person, and the number of others. Rules, "Admin area". */
export function SpacesCell({ user }: { user: AdminUser }) {
  const [first, ...others] = user.spaces
  if (!first) return <span>{'–'}</span>
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        flexWrap: 'var(--row-wrap, wrap)',
        columnGap: 1,
        maxWidth: '100%',
        minWidth: 0,
      }}
    >
      <NameLink to={toSpace(first)} name={first.name} />
      {others.length > 0 && <MoreSpaces {...user} />}
    </Box>
  )
}

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  maxWidth: 560,
  li: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 16,
    paddingBlock: 8,
    '& + li': { borderTop: `1px solid ${theme.palette.divider}` },
    '& > :first-of-type': { minWidth: 0, overflowWrap: 'anywhere' },
  },
}))

/** Spaces of a person with the role in each. Rules, "Admin area". */
export function SpacesSection() {
  const translate = useTranslate()
  const user = useRecordContext<AdminUser>()
  if (!user) return null
  return (
    <Section title={translate('adminUsers.spaces')}>
      {user.spaces.length === 0 && <span>{translate('adminUsers.noSpaces')}</span>}
      <List>
        {user.spaces.map((space) => (
          <li key={space.id}>
            <NameLink to={toSpace(space)} name={space.name} />
            <SpaceRoleText role={space.role} />
          </li>
        ))}
      </List>
    </Section>
  )
}

/** Effects of a person's deletion on their spaces. */
export function SpaceLosses({ spaces }: Pick<AdminUser, 'spaces'>) {
  const translate = useTranslate()
  const format = new Intl.ListFormat(useLocale(), { type: 'conjunction' })
  const texts = (['deleted', 'withoutAdmin'] as const).flatMap((fate) => {
    const names = spaces.filter((space) => space.fate === fate).map(({ name }) => name)
    if (names.length === 0) return []
    return translate(`adminUsers.delete.${fate}`, {
      smart_count: names.length,
      names: format.format(names),
    })
  })
  return (
    <>
      <span>{translate('adminUsers.delete.text')}</span>
      {texts.map((text) => (
        <Box key={text} component="p" sx={{ mt: 1, mb: 0, overflowWrap: 'anywhere' }}>
          {text}
        </Box>
      ))}
    </>
  )
}
