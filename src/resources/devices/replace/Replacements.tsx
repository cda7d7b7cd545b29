import type { Device } from '#contract/devices'
import type { DeviceReplacement } from '#contract/devices/handover'
import { Section, TimeText } from '../../../components/page'
import { group as replacementGroup, msg as replacementMsg } from '../../../components/replacement/texts'
import { useReplacements } from '../../../components/replacement/useReplacements'
import { type Column, LocalTable } from '../../../components/table'
import { useTranslate } from '../texts'

const columns: readonly Column<DeviceReplacement>[] = [
  {
    id: 'created_at',
    label: replacementMsg('replacement.at'),
    cell: ({ created_at }) => <TimeText value={created_at} />,
    sortBy: 'created_at',
    width: 196,
    primary: true,
  },
  {
    id: 'old_serial_number',
    label: replacementMsg('replacement.old'),
    cell: ({ old_serial_number }) => old_serial_number,
    width: 160,
  },
  {
    id: 'new_serial_number',
    label: replacementMsg('replacement.new'),
    cell: ({ new_serial_number }) => new_serial_number,
    width: 160,
  },
  { id: 'by', label: replacementMsg('replacement.by'), cell: ({ by }) => by },
]

const newestFirst = { field: 'created_at', order: 'DESC' } as const
const rowLabel = ({ new_serial_number }: DeviceReplacement) => new_serial_number

function Hardware({ query }: { query: ReturnType<typeof useReplacements> }) {
  const translate = useTranslate()
  return (
    <Section title={translate(replacementMsg('replacement.section'))}>
      <LocalTable
        title={translate(replacementMsg('replacement.list'))}
        query={query}
        columns={columns}
        entity={replacementGroup('replacement.entity')}
        defaultSort={newestFirst}
        rowLabel={rowLabel}
      />
    </Section>
  )
}

/** Replacements of a device's hardware, if any. */
export default function Replacements({ device }: { device: Device }) {
  const query = useReplacements(device.id, device.serial_number)
  if (!query.error && !query.data?.length) return null
  return <Hardware query={query} />
}
