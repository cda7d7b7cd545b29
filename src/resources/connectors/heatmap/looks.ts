import DeliveredIcon from '@mui/icons-material/Done'
import NoneIcon from '@mui/icons-material/HorizontalRule'
import FailedIcon from '@mui/icons-material/PriorityHigh'
import RetriedIcon from '@mui/icons-material/Replay'
import type { Health } from '#contract/connectors'
import type { ThemeMode } from '../../../theme/theme'

/** How an hour looks, worst first. Spec 1, section 4, "Connector delivery heatmap". */
export const HEALTHS = ['failed', 'retried', 'delivered', 'none'] as const satisfies Health[]

/** A sign for each, so that colour does not tell it alone. */
export const ICONS = {
  failed: FailedIcon,
  retried: RetriedIcon,
  delivered: DeliveredIcon,
  none: NoneIcon,
} as const

interface Look {
  ground: string
  /** Sign on the ground; at least 4.5:1. */
  sign: string
}

/** Red, yellow, green and grey, in both themes. */
export const LOOKS: Record<ThemeMode, Record<Health, Look>> = {
  light: {
    failed: { ground: '#c02636', sign: '#ffffff' },
    retried: { ground: '#f2b92c', sign: '#3a2900' },
    delivered: { ground: '#1a753f', sign: '#ffffff' },
    none: { ground: '#e6e9f1', sign: '#566074' },
  },
  dark: {
    failed: { ground: '#ff8b90', sign: '#2a0509' },
    retried: { ground: '#f2cf5b', sign: '#261f00' },
    delivered: { ground: '#4fae74', sign: '#04210f' },
    none: { ground: '#2c3242', sign: '#a6afc3' },
  },
}
