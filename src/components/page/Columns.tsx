import { styled } from '@mui/material'

/** Cards of equal height side by side, if there is room; a single card takes the full width. */
export const Columns = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('lg')]: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    columnGap: theme.spacing(3),
  },
}))
