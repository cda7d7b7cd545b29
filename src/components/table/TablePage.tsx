import { styled } from '@mui/material'
import { useMemo } from 'react'
import { type RaRecord } from 'react-admin'
import { usePermission } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { TOP_BAR_HEIGHT } from '../../theme/theme'
import { PartFrame } from '../lazyPart'
import { PageHeader } from '../page'
import { useCreateMode } from '../page/useCreateMode'
import { CreateButton } from './CreateButton'
import { Pagination } from './Pagination'
import { TableRows } from './rows/TableRows'
import { SelectionBar } from './SelectionBar'
import { useTable } from './TableContext'
import { Toolbar } from './toolbar/Toolbar'
import type { TableListProps } from './types'
import { useIsWide } from './useIsWide'

/** Room around the content of a page from 1024 px, in px. */
const PAGE_PADDING = 48
/** Least height that leaves some rows in sight, in px; on lower screens the page scrolls as well. */
const LEAST_HEIGHT = 480

/** A wide list fills the screen and no more: its rows scroll, the page does not. */
const Page = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('md')]: {
    display: 'flex',
    flexDirection: 'column',
    maxHeight: `max(${LEAST_HEIGHT}px, calc(100dvh - ${TOP_BAR_HEIGHT + PAGE_PADDING}px - var(--banner-height, 0px)))`,
  },
}))

const Frame = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('md')]: { display: 'flex', flexDirection: 'column', minHeight: 0 },
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.paper,
}))

/** Everything that a list page shows. */
export function TablePage<Row extends RaRecord>(props: TableListProps<Row>) {
  const { columns, titleText, create: CreateDialog, createLabel, createPermission, headerActions } = props
  const translate = useTranslate()
  const isWide = useIsWide()
  const { settings } = useTable()
  const { creating, startCreating, stopCreating } = useCreateMode()
  const canCreate = usePermission(createPermission)
  const title = titleText ?? translate(props.title)
  const visible = useMemo(
    () =>
      columns.filter(({ id, hideable, hidden }) => hideable === false || (settings.columns[id] ?? !hidden)),
    [columns, settings.columns],
  )
  const createButton = CreateDialog && (
    <CreateButton label={createLabel} permission={createPermission} onClick={startCreating} />
  )
  return (
    <Page>
      <PageHeader
        title={title}
        parents={props.parents}
        actions={
          (headerActions || (createButton && !isWide)) && (
            <>
              {headerActions}
              {!isWide && createButton}
            </>
          )
        }
      />
      <Frame>
        <Toolbar
          columns={columns}
          isWide={isWide}
          refreshes={!props.refreshesItself}
          actions={props.toolbarActions}
          createButton={isWide && createButton}
        />
        {props.notice}
        <TableRows
          title={title}
          columns={visible}
          entity={CreateDialog && props.entity}
          expand={props.expand}
          rowLabel={props.rowLabel}
          selectable={props.bulkActions !== undefined}
        />
        {props.bulkActions && <SelectionBar>{props.bulkActions}</SelectionBar>}
        {props.footer ?? <Pagination />}
      </Frame>
      {CreateDialog && creating && canCreate && (
        <PartFrame onClose={stopCreating}>
          <CreateDialog open onClose={stopCreating} />
        </PartFrame>
      )}
    </Page>
  )
}
