import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { type Connector, connectorsApi } from '#contract/connectors'
import { Loaded, Section, useNow } from '../../../components/page'
import { useCapability } from '../../../config'
import { useTranslate } from '../../../i18n/translate'
import { useConnectorLinks } from '../useConnectorLinks'
import { Heatmap } from './Heatmap'
import type { Hour } from './hours'
import { lastHours } from './hours'
import { useStatistics } from './useStatistics'

/** Time after which another hour may have begun, in ms. */
const REDRAW_EVERY = 60_000

/** How the deliveries of the last 24 hours went. Spec 1, section 4, "Connector delivery heatmap". */
export function DeliverySection({ connector: { id } }: { connector: Connector }) {
  const translate = useTranslate()
  const listsDeliveries = useCapability(connectorsApi.deliveries.capability)
  const { deliveries } = useConnectorLinks(id)
  const query = useStatistics(id)
  const now = useNow(REDRAW_EVERY)

  const linkOf = ({ start, end }: Hour) => {
    if (!listsDeliveries) return undefined
    const span = { after: new Date(start).toISOString(), before: new Date(end).toISOString() }
    return `${deliveries}?${new URLSearchParams(span)}`
  }
  return (
    <Section
      title={translate('connectors.heatmap.title')}
      actions={
        listsDeliveries && (
          <Button component={Link} to={deliveries}>
            {translate('connectors.heatmap.all')}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ summaries }) => <Heatmap hours={lastHours(summaries, now)} linkOf={linkOf} />}
      </Loaded>
    </Section>
  )
}
