import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import { Box, Tooltip } from '@mui/material'
import type { Connector } from '#contract/connectors'
import { TagChips } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'

/** Tags of a connector; without any, a warning that it forwards nothing. Spec 1, section 2, NO_TAGS_CONNECTOR. */
export function TagsCell({ tags }: Pick<Connector, 'tags'>) {
  const translate = useTranslate()
  if (tags.length > 0) return <TagChips tags={tags} />
  const warning = translate('connectors.NO_TAGS_CONNECTOR')
  return (
    <Tooltip title={warning}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard reaches the tooltip as well */}
      <Box
        component="span"
        role="img"
        aria-label={warning}
        tabIndex={0}
        sx={{ display: 'inline-flex', verticalAlign: 'middle' }}
      >
        <WarningIcon color="warning" />
      </Box>
    </Tooltip>
  )
}
