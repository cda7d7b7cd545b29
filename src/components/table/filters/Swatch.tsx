import { styled } from '@mui/material'

const Dot = styled('span')({ flex: 'none', width: 12, height: 12, borderRadius: '50%' })

/** A spot of a tag's colour; nothing for what is no colour. */
export const Swatch = ({ color }: { color: string }) =>
  /^#[0-9a-f]{6}$/i.test(color) ? <Dot style={{ backgroundColor: color }} /> : null
