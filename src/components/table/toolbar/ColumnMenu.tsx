import ColumnsIcon from '@mui/icons-material/ViewColumn'
import { useState } from 'react'
import { useTranslate } from '../../../i18n/translate'
import { lazyPart, PartFrame } from '../../lazyPart'
import { Pill } from '../parts'
import type { Column } from '../types'

const ColumnPopover = lazyPart(() => import('./ColumnPopover'))

/** Opens the list of columns to show and hide. */
export function ColumnMenu({ columns }: { columns: readonly Column<never>[] }) {
  const translate = useTranslate()
  const label = translate('table.columns')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Pill
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={ColumnPopover.preload}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ColumnsIcon />
        <span data-brief>{label}</span>
      </Pill>
      {anchor && (
        <PartFrame onClose={() => setAnchor(null)}>
          <ColumnPopover columns={columns} anchor={anchor} onClose={() => setAnchor(null)} />
        </PartFrame>
      )}
    </>
  )
}
