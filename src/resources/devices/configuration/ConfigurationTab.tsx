import { Alert, Box, Link, Typography } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { z } from 'zod'
import { CONFIGURATION_MAX, type Configuration, configurationApi } from '#contract/configuration'
import type { Device } from '#contract/devices'
import { guideAddress } from '../../../addresses'
import { clearDraft, useDraftKey } from '../../../components/draft/drafts'
import { DraftForm } from '../../../components/form'
import { Field, FieldList, Loaded, PermissionButton, Section, TimeText } from '../../../components/page'
import { useKnownPermission } from '../../../dataProvider/account'
import { useAnswer, useAnswers } from '../../../dataProvider/answers'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { ConfigurationState } from './ConfigurationState'
import type { Edit } from './edits'
import { ReviewDialog } from './ReviewDialog'
import { SettingsEditor } from './SettingsEditor'
import { useTranslate } from './texts'

/** Milliseconds between two polls; a hidden page does not poll. */
const POLL = 10_000

const formSchema = z.object({
  wishes: z.array(
    z.object({ name: z.string(), value: z.string().nullable(), before: z.string().nullable() }),
  ),
})
const codec = { fromForm: (values: { wishes: Edit[] }) => values }
const NO_WISHES = { wishes: [] }

interface ConfigurationProps {
  device: Device
  configuration: Configuration
}

/** The state in words, and when it was reported and wished. */
function Summary({ configuration }: Pick<ConfigurationProps, 'configuration'>) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { reported_at, wished_at, wished_by, order_id, state, since, differences } = configuration
  return (
    <FieldList>
      <Field label={translate('devices.configuration.title')}>
        <ConfigurationState of={{ state, differences: differences.length }} since={since} />
      </Field>
      <Field label={translate('devices.configuration.reportedAt')}>
        {reported_at ? <TimeText value={reported_at} relative /> : translate('devices.configuration.never')}
      </Field>
      {wished_at && (
        <Field label={translate('devices.configuration.wishedBy')}>
          <TimeText value={wished_at} relative />
          {wished_by && <span>{` ${translate('devices.configuration.by', { who: wished_by })}`}</span>}
        </Field>
      )}
      {order_id && (
        <Field label={translate('devices.configuration.order')}>
          <Link component={RouterLink} to={addresses.record('messages', order_id)}>
            {translate('devices.configuration.orderMessage')}
          </Link>
        </Field>
      )}
    </FieldList>
  )
}

/** What a device has to send so that its settings are here. */
function Unreported() {
  const translate = useTranslate()
  return (
    <Box sx={{ my: 2, maxWidth: '80ch' }}>
      <Typography variant="subtitle2" component="h3">
        {translate('devices.configuration.empty.title')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('devices.configuration.empty.text')}
      </Typography>
      <Link href={guideAddress('devices#configuration')} target="_blank" rel="noopener" variant="body2">
        {translate('devices.configuration.empty.guide')}
      </Link>
    </Box>
  )
}

interface Review {
  edits: readonly Edit[]
  version: number | null
}

function Configured({ device, configuration }: ConfigurationProps) {
  const translate = useTranslate()
  const { put } = useAnswers()
  const draftKey = useDraftKey(`devices/${device.id}/configuration`, device.id)
  const canWish = useKnownPermission(configurationApi.wish.permission)
  const [review, setReview] = useState<Review>()
  const [forms, setForms] = useState(0)
  const { reported, wished, is_partial, state, version } = configuration

  const reset = () => {
    if (draftKey !== null) clearDraft(draftKey)
    setForms((count) => count + 1)
  }
  const onSent = async (after: Configuration) => {
    await put(configurationApi.read, after, { params: { deviceId: device.id } })
    setReview(undefined)
    reset()
  }
  return (
    <>
      <Section
        title={translate('devices.configuration.title')}
        actions={
          state === 'differs' && (
            <PermissionButton
              permission={configurationApi.wish.permission}
              variant="outlined"
              onClick={() => setReview({ edits: [], version })}
            >
              {translate('devices.configuration.again')}
            </PermissionButton>
          )
        }
      >
        <Summary configuration={configuration} />
        {reported.length === 0 && <Unreported />}
        {is_partial && (
          <Alert severity="info" sx={{ mt: 2 }}>
            {translate('devices.configuration.partial', { max: CONFIGURATION_MAX })}
          </Alert>
        )}
        {canWish !== undefined && (reported.length + wished.length > 0 || canWish) && (
          <DraftForm
            key={forms}
            isPart
            draftKey={canWish ? draftKey : null}
            schema={formSchema}
            codec={codec}
            initial={NO_WISHES}
            version={version}
            onSubmit={async ({ wishes }, base) => {
              if (wishes.length > 0) setReview({ edits: wishes, version: base.version })
              // Nothing is saved before the review.
              return false
            }}
          >
            <SettingsEditor
              device={device}
              configuration={configuration}
              canWish={canWish}
              onDiscard={reset}
            />
          </DraftForm>
        )}
      </Section>
      {review && (
        <ReviewDialog
          device={device}
          configuration={configuration}
          edits={review.edits}
          version={review.version}
          onClose={() => setReview(undefined)}
          onSent={onSent}
        />
      )}
    </>
  )
}

/** The configuration of a device: what it has reported, and what is wished. Rules, "Configuration". */
export default function ConfigurationTab({ device }: { device: Device }) {
  const query = useAnswer(configurationApi.read, {
    params: { deviceId: device.id },
    refetchInterval: POLL,
  })
  return (
    <Loaded query={query}>
      {(configuration) => <Configured key={device.id} device={device} configuration={configuration} />}
    </Loaded>
  )
}
