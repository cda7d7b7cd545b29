import { Box, LinearProgress, Typography } from '@mui/material'
import type { Installation, InstallationResource } from '#contract/admin'
import { Bars } from '../../../components/bars/Bars'
import { Field, FieldList, Section, useNow } from '../../../components/page'
import { useTranslate } from '../texts'
import { useFormats } from './format'

/** A sentence about the resource that will be full first. */
function useOutlook(resources: readonly InstallationResource[]): string {
  const translate = useTranslate()
  const { relative, date } = useFormats()
  const now = useNow(60_000)
  const first = resources.find(({ full_at }) => full_at !== null)
  if (first?.full_at)
    return translate(`admin.resources.full.${first.name}`, {
      when: relative(first.full_at, now),
      date: date(first.full_at),
    })
  const disk = resources.find(({ name }) => name === 'disk')
  if (!disk) return translate('admin.resources.unseen')
  return translate(disk.growth === null ? 'admin.resources.unknown' : 'admin.resources.never')
}

/** The used part of a resource. */
function Used({ name, used, limit }: InstallationResource) {
  const translate = useTranslate()
  const { bytes, number, percent } = useFormats()
  const format = name === 'disk' ? bytes : number
  const share = limit > 0 ? used / limit : 0
  return (
    <>
      <span>
        {translate('admin.resources.used', {
          used: format(used),
          limit: format(limit),
          percent: percent(share),
        })}
      </span>
      <LinearProgress
        aria-hidden
        // It shows a share; nothing is under way.
        role="presentation"
        variant="determinate"
        value={100 * Math.min(1, share)}
        color={share >= 0.9 ? 'error' : 'primary'}
        sx={{ mt: 0.5, maxWidth: 320, borderRadius: 1 }}
      />
    </>
  )
}

/** When resources will be full, and how the database grows. */
export function Capacity({ resources, database }: Pick<Installation, 'resources' | 'database'>) {
  const translate = useTranslate()
  const { bytes, day } = useFormats()
  const growth = resources.find(({ name }) => name === 'disk')?.growth ?? null
  return (
    <Section title={translate('admin.resources.title')}>
      <Typography variant="body2" sx={{ mb: 2 }}>
        {useOutlook(resources)}
      </Typography>
      <FieldList>
        {resources.map((resource) => (
          <Field key={resource.name} label={translate(`admin.resources.${resource.name}`)}>
            <Used {...resource} />
          </Field>
        ))}
        <Field label={translate('admin.resources.database')}>{bytes(database.size)}</Field>
        {growth !== null && <Field label={translate('admin.resources.growth')}>{bytes(growth)}</Field>}
      </FieldList>
      {database.days.length > 1 && (
        <Box sx={{ mt: 3 }}>
          <Bars
            title={translate('admin.resources.days')}
            summary={translate('admin.resources.now', { size: bytes(database.size) })}
            bars={database.days.map((each) => ({
              label: day(each.day),
              tick: day(each.day),
              value: each.size,
              text: bytes(each.size),
            }))}
            color="primary.main"
            tableLabel={translate('admin.hours.table')}
            columns={[translate('admin.resources.day'), translate('admin.resources.size')]}
          />
        </Box>
      )}
    </Section>
  )
}
