import { Delete } from '@mui/icons-material'
import { Button, IconButton } from '@mui/material'
import { createContext, use, useMemo, useState } from 'react'
import { type Authentication, authenticationsApi, loginOf } from '#contract/profile'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { ConfirmDialog, Section, TimeText } from '../../components/page'
import { type Column, LocalTable } from '../../components/table'
import { toast } from '../../components/toast/toasts'
import { msg as word } from '../../components/words/texts'
import { useAnswer, useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { msg, useTranslate } from './texts'
import { useProviderName } from './useProviderName'
import { useReasonToast } from './useReason'

const AddDialog = lazyPart(() => import('./AddAuthentication'))

/** Props that the cells get from the table. */
interface TableParts {
  providerName: (id: string) => string
  /** Asks for confirmation before it deletes an authentication. */
  ask: (row: Authentication) => void
}

const TableContext = createContext<TableParts>({
  providerName: (id) => id,
  ask: () => undefined,
})

/** The name by which people know an authentication. */
const nameOf = (row: Authentication) => loginOf(row) ?? row.identity_id

function ProviderName({ id }: { id: string }) {
  return use(TableContext).providerName(id)
}

function DeleteButton({ row }: { row: Authentication }) {
  const translate = useTranslate()
  const { providerName, ask } = use(TableContext)
  const provider = providerName(row.provider)
  return (
    <IconButton
      size="small"
      edge="start"
      aria-label={translate('profile.authentications.deleteOf', { provider, name: nameOf(row) })}
      onClick={() => ask(row)}
    >
      <Delete fontSize="small" />
    </IconButton>
  )
}

const columns: Column<Authentication>[] = [
  {
    id: 'provider',
    label: word('words.identity.provider'),
    cell: ({ provider }) => <ProviderName id={provider} />,
    primary: true,
  },
  { id: 'login', label: word('words.identity.login'), cell: (row) => loginOf(row) },
  {
    id: 'identity',
    label: word('words.identity.identity'),
    cell: ({ identity_id }) => identity_id,
    dropPriority: 1,
  },
  {
    id: 'linkedAt',
    label: msg('profile.authentications.linkedAt'),
    cell: ({ created_at }) => <TimeText value={created_at} />,
    width: 140,
  },
  {
    id: 'delete',
    label: msg('profile.authentications.delete'),
    cell: (row) => <DeleteButton row={row} />,
    width: 88,
  },
]

const IN_ORDER = { field: 'created_at', order: 'ASC' } as const

/** The linked identities of the signed-in person. Rules, "Profile". */
export default function AuthenticationsSection() {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const showFailure = useReasonToast()
  const [isAdding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Authentication>()
  const providerName = useProviderName()
  const table = useMemo(() => ({ providerName, ask: setAsked }), [providerName])
  const { data, ...query } = useAnswer(authenticationsApi.list)

  const remove = async ({ id }: Authentication) => {
    try {
      await ask(authenticationsApi.unlink, { params: { authenticationId: id } })
      toast({ kind: 'success', title: translate('profile.authentications.deleted') })
    } catch (error) {
      showFailure(error)
    }
    // Removes the row before the dialog returns the focus to it.
    await invalidate(authenticationsApi.list)
    setAsked(undefined)
  }

  return (
    <Section
      title={translate('profile.authentications.title')}
      actions={
        <Button variant="outlined" size="small" onClick={() => setAdding(true)}>
          {translate('profile.authentications.add')}
        </Button>
      }
    >
      {data?.length === 0 ? (
        <span>{translate('profile.authentications.empty')}</span>
      ) : (
        <TableContext value={table}>
          <LocalTable
            title={translate('profile.authentications.table')}
            columns={columns}
            rowLabel={nameOf}
            defaultSort={IN_ORDER}
            query={{ ...query, data: data ?? undefined }}
          />
        </TableContext>
      )}
      {isAdding && (
        <PartFrame onClose={() => setAdding(false)}>
          <AddDialog onClose={() => setAdding(false)} />
        </PartFrame>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={translate('profile.authentications.deleteTitle')}
        confirmLabel={translate('profile.authentications.delete')}
        onConfirm={() => asked && remove(asked)}
        onClose={() => setAsked(undefined)}
      >
        {asked &&
          translate('profile.authentications.deleteText', {
            provider: providerName(asked.provider),
            name: nameOf(asked),
          })}
      </ConfirmDialog>
    </Section>
  )
}
