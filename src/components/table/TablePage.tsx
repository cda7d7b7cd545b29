import AddIcon from '@mui/icons-material/Add'
import { styled, Typography } from '@mui/material'
import { useCallback, useId, useMemo, useState } from 'react'
import { type RaRecord, shallowEqual, useEvent, useListContext } from 'react-admin'
import { useKnownPermission } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { TOP_BAR_HEIGHT } from '../../theme/theme'
import { useCreateMode, usePeekMode } from '../address/addressMode'
import { useRememberedSearch } from '../address/lastSearch'
import { AfterPaint, lazyPart, PartFrame } from '../lazyPart'
import { PageHeader, PermissionButton } from '../page'
import { useShortcutOf } from '../shortcuts/useShortcut'
import { GuideBelow } from './GuideBelow'
import { Pagination } from './paging/Pagination'
import { RowCommandsContext } from './peeking'
import type { CellMenuProps } from './rows/CellMenu'
import type { RowKeysProps } from './rows/RowKeys'
import { TableRows, useIsWide } from './rows/TableRows'
import { SelectionBar } from './selection/SelectionBar'
import { ColumnMenu, Toolbar } from './Toolbar'
import type { TableListProps } from './types'
import { shownOf, useTable } from './useTable'

const CellMenu = lazyPart<CellMenuProps<never>>(() => import('./rows/CellMenu'))
const RowKeys = lazyPart<RowKeysProps>(() => import('./rows/RowKeys'))

/** Padding around the content of a page from 1024 px on, in px. */
const PAGE_PADDING = 48
/** Minimum height that leaves some rows visible, in px; on lower screens, the page scrolls too. */
const LEAST_HEIGHT = 480

/** On wide screens, the list fits the window: its rows scroll, not the page. */
const Page = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('md')]: {
    display: 'flex',
    flexDirection: 'column',
    maxHeight: `max(${LEAST_HEIGHT}px, calc(100dvh - ${TOP_BAR_HEIGHT + PAGE_PADDING}px - var(--banner-height, 0px)))`,
  },
}))

const ListSection = styled('section')(({ theme }) => ({ marginBottom: theme.spacing(3) }))

const SectionTitle = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1),
  marginBottom: theme.spacing(2),
  h2: { flex: 1 },
}))

/** The list, and beside it the record that is peeked at. */
const Beside = styled('div')({ display: 'flex', gap: 16, minHeight: 0 })

const Frame = styled('div')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  [theme.breakpoints.up('md')]: { display: 'flex', flexDirection: 'column', minHeight: 0 },
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.paper,
}))

const NONE_LEFT: readonly string[] = []

export function TablePage<Row extends RaRecord>(props: TableListProps<Row>) {
  const { columns, titleText, create: CreateDialog, createPermission, createActions, headerActions } = props
  const translate = useTranslate()
  const { data: rows = [] } = useListContext()
  const shortcutOf = useShortcutOf()
  const isWide = useIsWide()
  useRememberedSearch(!props.isSection)
  const { settings, changeSettings } = useTable()
  const { creating, startCreating, stopCreating } = useCreateMode()
  const canCreate = useKnownPermission(createPermission)
  const { peek: PeekPanel } = props
  const { peeked, startPeeking, movePeek, stopPeeking } = usePeekMode()
  const startOrMove = useEvent((id: string) => (peeked === null ? startPeeking(id) : movePeek(id)))
  const [filteredBy, filterBy] = useState<string | null>(null)
  const canPeek = PeekPanel !== undefined
  const commands = useMemo(() => ({ peek: canPeek ? startOrMove : null, filterBy }), [canPeek, startOrMove])
  const title = titleText ?? translate(props.title)
  const titleId = useId()
  const { columns: shown, order } = settings
  const visible = useMemo(() => shownOf(columns, { columns: shown, order }), [columns, shown, order])
  const [left, setLeft] = useState(NONE_LEFT)
  const menu = { columns, left, More: props.moreColumns, onReset: props.onResetColumns }
  const takeLeft = useCallback(
    (ids: readonly string[]) => setLeft((old) => (shallowEqual(old, ids) ? old : ids)),
    [],
  )
  const createLabel = translate(props.createLabel ?? 'page.create')
  const createButton = CreateDialog && (
    <PermissionButton
      {...shortcutOf('create', createLabel)}
      permission={createPermission}
      variant="contained"
      startIcon={<AddIcon />}
      onClick={startCreating}
    >
      {createLabel}
    </PermissionButton>
  )
  const narrowActions = (headerActions || createButton) && (
    <>
      {headerActions}
      {createActions}
      {createButton}
    </>
  )
  const actions = isWide ? headerActions : narrowActions
  const Whole = props.isSection ? ListSection : Page
  const page = (
    <Whole aria-labelledby={props.isSection ? titleId : undefined}>
      {props.isSection ? (
        <SectionTitle>
          <Typography variant="h2" id={titleId}>
            {title}
          </Typography>
          {actions}
        </SectionTitle>
      ) : (
        <PageHeader
          title={props.tabOf?.title ?? title}
          name={title}
          parents={props.parents}
          actions={actions}
        >
          {props.tabOf?.tabs}
        </PageHeader>
      )}
      <Beside>
        <Frame>
          <Toolbar menu={menu} isWide={isWide} refreshes={!props.refreshesItself}>
            {props.toolbarActions}
            {isWide && createActions}
            {isWide && createButton}
          </Toolbar>
          {props.notice}
          <TableRows
            title={title}
            columns={visible}
            onLeave={takeLeft}
            headEnd={<ColumnMenu {...menu} isPlus />}
            arrangement={{ all: columns, settings, changeSettings, left }}
            entity={CreateDialog && props.entity}
            emptyText={props.emptyText}
            canCreate={canCreate}
            icon={props.icon}
            expand={props.expand}
            rowLabel={props.rowLabel}
            rowAddress={props.rowAddress}
            selectable={props.bulkActions !== undefined}
          />
          {props.bulkActions && <SelectionBar rowLabel={props.rowLabel}>{props.bulkActions}</SelectionBar>}
          {props.footer ?? <Pagination />}
        </Frame>
        {PeekPanel && peeked !== null && (
          <PartFrame onClose={stopPeeking}>
            <PeekPanel />
          </PartFrame>
        )}
      </Beside>
      {!props.isSection && rows.length > 0 && (
        <AfterPaint>
          <RowKeys filter={props.filter} canPeek={canPeek} isStored={!props.hasSecretIds} />
          <CellMenu columns={columns} asked={filteredBy} onAnswered={() => filterBy(null)} />
        </AfterPaint>
      )}
      {CreateDialog && creating && canCreate && (
        <PartFrame onClose={stopCreating}>
          <CreateDialog open onClose={stopCreating} />
        </PartFrame>
      )}
    </Whole>
  )
  return (
    <RowCommandsContext value={commands}>
      {page}
      {props.guide && canCreate !== false && <GuideBelow>{props.guide}</GuideBelow>}
    </RowCommandsContext>
  )
}
