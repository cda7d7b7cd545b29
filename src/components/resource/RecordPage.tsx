import ErrorIcon from '@mui/icons-material/ErrorOutline'
import { Box, styled, Tab, Tabs } from '@mui/material'
import { type ComponentType, type ReactNode, Suspense, useId } from 'react'
import {
  type RaRecord,
  ShowBase,
  type UseGetOneOptions,
  useGetRecordRepresentation,
  useRecordContext,
  useShowContext,
} from 'react-admin'
import { useParams } from 'react-router-dom'
import { usePermission } from '../../dataProvider/account'
import { isMissing } from '../../dataProvider/client'
import { textOf } from '../../i18n'
import { type MessageKey, useTranslate } from '../../i18n/translate'
import { lazyPart, Waiting } from '../lazyPart'
import {
  DraftOffer,
  EditButton,
  Loaded,
  PageHeader,
  type PageHeaderProps,
  PageNameProvider,
  PageTitle,
  Section,
  useAddressParameter,
  useEditMode,
} from '../page'
import { Parents } from '../page/Parents'
import { usePeekedId } from '../page/peek'
import { RecordNotFound, reasonOf, textsOf, useDefinition, useResourceAddresses } from './definition'
import { RecordFields, type RecordFieldsProps } from './fields'

const RecordWalk = lazyPart(() => import('./RecordWalk'))

/** The line above the title: the way back to the list, and through it. */
const Above = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  columnGap: 16,
})

interface RecordPageProps extends Pick<PageHeaderProps, 'actions'> {
  /** Id of the record; by default, that of the route. */
  id?: string
  /** The view mode, inside the record context. */
  show: ReactNode
  /** The edit mode, a `ResourceEdit`, if the record can be changed. */
  edit?: ReactNode
  /** Shown below the title. */
  subtitle?: ReactNode
  /** Replaces the header with the record's name and actions. */
  header?: ReactNode
  /** For example, the polling interval. */
  queryOptions?: UseGetOneOptions
}

interface RecordDetailsProps<Row> extends RecordFieldsProps<Row> {
  /** Controls to the right of the title. */
  actions?: ReactNode
  /** Shown before the fields. */
  notice?: ReactNode
}

/** The details of the current record, as a section of its page. */
export function RecordDetails<Row extends RaRecord>({ actions, notice, ...fields }: RecordDetailsProps<Row>) {
  return (
    <Section title={useTranslate()(textOf(textsOf(useDefinition()), 'details'))} actions={actions}>
      {notice}
      <RecordFields<Row> {...fields} />
    </Section>
  )
}

type RecordViewProps = Omit<RecordPageProps, 'id'>

function RecordView({ show, edit, actions, subtitle, header }: RecordViewProps) {
  const translate = useTranslate()
  const definition = useDefinition()
  const { name, permissions } = definition
  const record = useRecordContext()
  const reason = reasonOf(definition, record)
  const representation = useGetRecordRepresentation(name)(record)
  const { list } = useResourceAddresses()
  const { editing } = useEditMode()
  const isPeek = usePeekedId() !== null
  const canEdit = usePermission(permissions.update) && edit !== undefined && reason === null
  const isEdited = canEdit && editing
  return (
    <>
      {(!isPeek && header) || (
        <PageHeader
          title={representation}
          parents={
            !isPeek && (
              <Above>
                <Parents of={[{ label: translate(`layout.titles.${name}`), to: list }]} />
                <Suspense>
                  <RecordWalk />
                </Suspense>
              </Above>
            )
          }
          actions={
            <>
              {!isPeek && actions}
              {edit !== undefined && (
                <EditButton
                  permission={permissions.update}
                  reason={reason && translate(reason)}
                  editing={isEdited}
                />
              )}
            </>
          }
        >
          {subtitle}
        </PageHeader>
      )}
      {canEdit && !isEdited && record && <DraftOffer resource={name} id={String(record.id)} />}
      {/* The mode changes at once, even while its parts are loading. */}
      <PageNameProvider value={typeof representation === 'string' ? representation : undefined}>
        <Suspense key={String(isEdited)} fallback={<Waiting />}>
          {isEdited ? edit : show}
        </Suspense>
      </PageNameProvider>
    </>
  )
}

function LoadedRecord(props: RecordViewProps) {
  const { record, error, refetch } = useShowContext()
  const { editing } = useEditMode()
  // If somebody else deletes the record during an edit, the typed values stay on screen.
  if (isMissing(error) && !(editing && record)) return <RecordNotFound />
  return <Loaded query={{ data: record, error, refetch }}>{() => <RecordView {...props} />}</Loaded>
}

/**
 * The page of one record: loading, failed or not found; then its header with the view mode, or the edit mode with
 * `?edit=true` and the permission. An unsaved draft is offered. Rules, "View and edit mode".
 */
export function RecordPage({ id, queryOptions, ...view }: RecordPageProps) {
  const route = useParams()
  const recordId = usePeekedId() ?? id ?? route.id ?? ''
  return (
    <ShowBase
      key={recordId}
      resource={useDefinition().name}
      id={recordId}
      disableAuthentication
      // The page itself shows the error.
      queryOptions={{ onError: () => undefined, ...queryOptions }}
    >
      <LoadedRecord {...view} />
    </ShowBase>
  )
}

export interface RecordTab {
  /** Value of the query parameter `tab`. */
  id: string
  label: MessageKey
  Panel: ComponentType
  /** Describes the error in the tab, for screen readers. */
  error?: string
}

interface RecordTabsProps {
  /** Accessible name of the tabs. */
  label: string
  /** The first is the default. A single tab is shown without a tab bar. */
  tabs: readonly [RecordTab, ...RecordTab[]]
  /** Wraps the content of the open tab. */
  renderPanel?: (content: ReactNode) => ReactNode
}

/** The tab that the address names, and a function to open another. */
export function useRecordTab<Tab extends { id: string }>(tabs: readonly [Tab, ...Tab[]]) {
  const [asked, open] = useAddressParameter('tab')
  const tab = tabs.find(({ id }) => id === asked) ?? tabs[0]
  return { tab, openTab: (id: string) => open(id === tabs[0].id ? null : id) }
}

/** The tabs of a record's page or form; the open one is in the address. The peek panel shows only the first. */
export function RecordTabs({ label, tabs, renderPanel }: RecordTabsProps) {
  const translate = useTranslate()
  const isPeek = usePeekedId() !== null
  const asked = useRecordTab(tabs)
  const { openTab } = asked
  const tab = isPeek ? tabs[0] : asked.tab
  const id = useId()
  const { Panel } = tab
  const panel = renderPanel ? renderPanel(<Panel />) : <Panel />
  if (tabs.length === 1 || isPeek) return panel
  return (
    <>
      <PageTitle part={translate(tab.label)} />
      <Tabs
        value={tab.id}
        onChange={(_event, next: string) => openTab(next)}
        aria-label={label}
        variant="scrollable"
        scrollButtons={false}
        sx={{ mb: 3 }}
      >
        {tabs.map((each) => (
          <Tab
            key={each.id}
            id={`${id}-${each.id}`}
            aria-controls={each.id === tab.id ? `${id}-panel` : undefined}
            value={each.id}
            label={translate(each.label)}
            iconPosition="end"
            icon={
              each.error ? <ErrorIcon color="error" fontSize="small" titleAccess={each.error} /> : undefined
            }
            sx={{ minHeight: 48 }}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab.id}`}>
        {panel}
      </Box>
    </>
  )
}
