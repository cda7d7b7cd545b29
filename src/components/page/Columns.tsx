import { styled } from '@mui/material'

/** Cards beside each other where there is room, as high as the highest of them; a single one takes all the width. */
export const Columns = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('lg')]: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    columnGap: theme.spacing(3),
  },
}))
