import { Box } from '@mui/material'
import type { Installation } from '#contract/admin'
import { Bars } from '../../../components/bars/Bars'
import { Section } from '../../../components/page'
import { useTranslate } from '../texts'
import { useFormats } from './format'

const CHARTS = { messages: 'primary.main', failures: 'error.main' } as const

/** Messages and failures of each of the last hours. */
export function Hours({ messages, failures }: Pick<Installation, 'messages' | 'failures'>) {
  const translate = useTranslate()
  const { number, clock, hour: spanOf } = useFormats()
  return (
    <Section title={translate('admin.hours.title')}>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {(['messages', 'failures'] as const).map((name) => {
          const hours = { messages, failures }[name]
          const counts = hours.map(({ count }) => count)
          const total = counts.reduce((sum, count) => sum + count, 0)
          return (
            <Bars
              key={name}
              title={translate(`admin.hours.${name}`)}
              summary={
                total === 0
                  ? translate('admin.hours.none')
                  : translate('admin.hours.sum', { total: number(total), most: number(Math.max(...counts)) })
              }
              bars={hours.map(({ hour, count }) => ({
                label: spanOf(hour),
                tick: clock(hour),
                value: count,
                text: number(count),
              }))}
              color={CHARTS[name]}
              tableLabel={translate('admin.hours.table')}
              columns={[translate('admin.hours.hour'), translate('admin.hours.count')]}
            />
          )
        })}
      </Box>
    </Section>
  )
}
