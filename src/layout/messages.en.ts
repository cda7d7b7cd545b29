/** Texts of the frame around every page. */
const messages = {
  skip: 'Skip to content',
  home: '%{product}, list of spaces',
  menu: {
    label: 'Main menu',
    open: 'Open menu',
    collapse: 'Collapse menu',
    expand: 'Expand menu',
    space: 'Space',
    spaceInfo: 'Space info',
    selectSpace: 'Select a space first',
    documentation: 'Documentation',
    website: 'Website',
    legacy: 'Legacy cloud',
    newTab: 'opens in a new tab',
    adminArea: 'Admin area',
    backToCloud: 'Back to cloud',
    overview: 'Overview',
  },
  space: {
    select: 'Select a space',
    current: 'Space %{name}',
    filter: 'Filter spaces',
    list: 'Spaces',
    invitation: 'Invitation',
    loading: 'Loading spaces…',
    failed: 'The spaces could not be loaded.',
    none: 'There are no spaces yet.',
    noMatch: 'No space matches the filter.',
    create: 'Create space',
    browse: 'Browse spaces',
  },
  palette: {
    open: 'Search',
  },
  account: {
    menu: 'Account of %{name}',
    menuOfNobody: 'Account',
    profile: 'Edit profile',
    logout: 'Logout',
  },
  admin: {
    title: 'Admin area',
  },
}
export default messages
