import { LinearProgress, Link, Typography } from '@mui/material'
import { Fragment } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Overview, RunningJob } from '#contract/overview'
import { RelativeTime, Section, StateText } from '../../components/page'
import { msg as word } from '../../components/words/texts'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { countedText, NOT_DELIVERED, RETRIED } from '../../notDelivered'
import { useNumberText } from '../../numbers'
import { Lines, More } from './AttentionLine'
import { useRoom } from './Kiosk'
import { useTranslate } from './texts'

/** Connectors whose deliveries fail; each number links to its deliveries. */
export function DeliveriesSection({ deliveries }: Pick<Overview, 'deliveries'>) {
  const shown = deliveries.slice(0, useRoom())
  const translate = useTranslate()
  const numberText = useNumberText()
  const addresses = useAddresses()
  return (
    <Section title={translate('overview.deliveries.title')}>
      {deliveries.length === 0 && (
        <Typography color="text.secondary">{translate('overview.deliveries.none')}</Typography>
      )}
      <Lines>
        {shown.map(({ connector_id, name, failed, retrying }) => {
          const lost = failed > 0 && {
            which: NOT_DELIVERED,
            words: translate('overview.attention.notDelivered', { count: countedText(failed, numberText) }),
          }
          const again = retrying > 0 && {
            which: RETRIED,
            words: translate('overview.deliveries.retrying', { smart_count: retrying }),
          }
          const parts = [lost, again].filter((part) => part !== false)
          return (
            <li key={connector_id}>
              <div className="text">
                <Link
                  component={RouterLink}
                  to={addresses.record('connectors', connector_id)}
                  underline="hover"
                  sx={{ fontWeight: 600 }}
                >
                  {name}
                </Link>
                <div className="evidence">
                  {parts.map(({ which, words }, place) => (
                    <Fragment key={words}>
                      {place > 0 && <span>{', '}</span>}
                      <Link
                        component={RouterLink}
                        to={addresses.deliveries(connector_id, which)}
                        aria-label={`${name}, ${words}`}
                        color="inherit"
                      >
                        {words}
                      </Link>
                    </Fragment>
                  ))}
                </div>
              </div>
            </li>
          )
        })}
      </Lines>
      <More count={deliveries.length - shown.length} />
    </Section>
  )
}

/** Progress of a download in percent; null if unknown. */
const progressOf = ({ state, bytes_downloaded, firmware_size }: RunningJob) =>
  state === 'downloading' && firmware_size
    ? Math.min(100, Math.floor((100 * (bytes_downloaded ?? 0)) / firmware_size))
    : null

/** Running firmware jobs; each links to the firmware of its device. */
export function FirmwareSection({ firmware: { count, jobs } }: Pick<Overview, 'firmware'>) {
  const shown = jobs.slice(0, useRoom())
  const translate = useTranslate()
  const addresses = useAddresses()
  return (
    <Section title={translate('overview.firmware.title')}>
      {count === 0 && <Typography color="text.secondary">{translate('overview.firmware.none')}</Typography>}
      <Lines>
        {shown.map((job) => {
          const progress = progressOf(job)
          const state = translate(word(`words.firmware.states.${job.state}`))
          return (
            <li key={job.id}>
              <div className="text">
                <Link
                  component={RouterLink}
                  to={addresses.record('devices', job.device_id, { tab: 'firmware' })}
                  underline="hover"
                  sx={{ fontWeight: 600 }}
                >
                  {job.device_name}
                </Link>
                <div className="evidence">
                  {job.firmware_id} · <StateText tone="waiting">{state}</StateText>
                  {progress !== null && <span>{` ${progress} %`}</span>}
                  <span>{' · '}</span>
                  <RelativeTime value={job.scheduled_at} />
                </div>
                {progress !== null && (
                  <LinearProgress
                    variant="determinate"
                    value={progress}
                    aria-label={translate('overview.firmware.progress', {
                      firmware: job.firmware_id,
                      name: job.device_name,
                    })}
                    sx={{ mt: 0.5, maxWidth: 320, borderRadius: 1 }}
                  />
                )}
              </div>
            </li>
          )
        })}
      </Lines>
      <More count={count - shown.length} />
    </Section>
  )
}
