import { Alert } from '@mui/material'
import { useTranslate as useFrameTranslate } from '../../i18n/translate'
import { useTranslate } from './texts'
import { type OpenViewProps, useOpenView } from './useOpenView'

/** The name of the view as which the list was opened, and whether the list has been changed since. */
export function OpenName({ columns }: Pick<OpenViewProps, 'columns'>) {
  const translate = useTranslate()
  const label = useFrameTranslate()('table.views')
  const open = useOpenView({ columns })
  if (!open) return <span>{label}</span>
  return (
    <>
      <span
        style={{
          display: 'inline-block',
          maxWidth: '11em',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          verticalAlign: 'bottom',
        }}
      >
        {open.view.name}
      </span>
      {open.isChanged && <span>{` (${translate('views.changed')})`}</span>}
    </>
  )
}

/** Says what the view names and the list does not have. */
export function MissingNotice({ columns }: Pick<OpenViewProps, 'columns'>) {
  const translate = useTranslate()
  const { missing = [] } = useOpenView({ columns }) ?? {}
  return (
    missing.length > 0 && (
      <Alert severity="warning" sx={{ mx: 2, mb: 1 }}>
        {translate('views.missing', { names: missing.join(', ') })}
      </Alert>
    )
  )
}
