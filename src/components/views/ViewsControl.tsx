import ViewIcon from '@mui/icons-material/BookmarkBorder'
import { styled } from '@mui/material'
import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { VIEWS_CAPABILITY } from '#contract/views/capability'
import { useCapability } from '../../config'
import { useReads } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { TOUCH, TOUCH_SIZE } from '../../theme/theme'
import { viewIn } from '../address/view'
import { lazyPart } from '../lazyPart'
import { Opener } from '../table/Toolbar'
import { useTable } from '../table/useTable'
import type { OpenViewProps } from './useOpenView'

const ViewPopover = lazyPart(() => import('./ViewPopover'), 'views')
const OpenName = lazyPart(async () => ({ default: (await import('./OpenView')).OpenName }), 'views')
const MissingNotice = lazyPart(async () => ({ default: (await import('./OpenView')).MissingNotice }), 'views')

/** Its button is as high as a finger needs it, as in the toolbar. */
const Touched = styled('div')({
  display: 'flex',
  minWidth: 0,
  [TOUCH]: { button: { minWidth: TOUCH_SIZE, minHeight: TOUCH_SIZE } },
})

/** Whether the server and the person have saved views of the list. */
const useHasViews = () => {
  const isOffered = useCapability(VIEWS_CAPABILITY)
  const mayRead = useReads('space:view:read')
  return isOffered && mayRead
}

/** Opens the views of the list; shows the name of the open one. */
export function ViewsControl(props: OpenViewProps) {
  const translate = useTranslate()
  const { filters } = useTable()
  const id = viewIn(useLocation().search)
  const label = translate('table.views')
  if (!useHasViews() || filters.length === 0) return null
  return (
    <Touched>
      <Opener
        opens={ViewPopover}
        render={(anchor, onClose) => <ViewPopover {...props} {...{ anchor, onClose }} />}
        data-active={id !== null || undefined}
        title={label}
      >
        <ViewIcon />
        <span data-brief={id === null || undefined}>
          {id === null ? (
            <span>{label}</span>
          ) : (
            <Suspense fallback={<span>{label}</span>}>
              <OpenName {...props} />
            </Suspense>
          )}
        </span>
      </Opener>
    </Touched>
  )
}

/** Says what the open view names and the list does not have. */
export function ViewNotice({ columns }: Pick<OpenViewProps, 'columns'>) {
  const id = viewIn(useLocation().search)
  return (
    useHasViews() &&
    id !== null && (
      <Suspense>
        <MissingNotice columns={columns} />
      </Suspense>
    )
  )
}
