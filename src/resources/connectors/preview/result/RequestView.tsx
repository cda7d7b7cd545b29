import { Box, Stack } from '@mui/material'
import { useLocale } from 'react-admin'
import { byteLength } from '#contract/common'
import { BodyView } from '../../../../components/json'
import { Field, FieldList } from '../../../../components/page'
import { useTranslate } from '../../../../i18n/translate'
import type { ResultViewProps } from './tabs'

const CODE = { fontFamily: 'monospace', fontSize: '0.8125rem', overflowWrap: 'anywhere' } as const

/** Exactly what would be sent, or why nothing is. */
export function RequestView({ verdict }: ResultViewProps) {
  const translate = useTranslate()
  const number = new Intl.NumberFormat(useLocale())
  if (verdict.kind !== 'sent') return translate('connectors.preview.noRequest')
  const { method, url, header, body } = verdict.request
  const size = body === null ? 0 : byteLength(body)
  return (
    <Stack sx={{ gap: 2 }}>
      <FieldList>
        <Field label={translate('connectors.preview.request.line')} wide>
          <Box component="span" sx={CODE}>
            <strong>{method}</strong> {url}
          </Box>
        </Field>
        <Field label={translate('connectors.preview.request.header')} wide>
          {Object.entries(header).map(([name, value]) => (
            <Box key={name} sx={CODE}>
              <strong>{name}</strong>: {value}
            </Box>
          ))}
        </Field>
      </FieldList>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {translate('connectors.preview.request.added')}
      </Box>
      {body === null ? (
        translate('connectors.preview.request.noBody')
      ) : (
        <BodyView
          compact
          text={body}
          label={translate('connectors.preview.request.body', {
            smart_count: size,
            size: number.format(size),
          })}
        />
      )}
    </Stack>
  )
}
